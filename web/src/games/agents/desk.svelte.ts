// desk.svelte.ts - what the viewer of The Agents has picked, and what a click on each thing does.
import type { AgentsFigures, AgentsMove, AgentsView } from 'made/views';
import { type Game, withVerb } from '../../lib/game';
import type { Choice as AnyChoice } from '../../lib/lens';
import type { Known } from '../../lib/notation';
import type { Mark } from '../../lib/sight.svelte';
import {
  type Agent,
  type Arrow,
  arrowsOf,
  type Cell,
  type Edge,
  edgeOf,
  following,
  frontOf,
  isCode,
  opposite,
  readAgents,
  readSituations,
  rowOf,
  type Situation,
} from './model';

/** What can be picked before a move is whole: a card of the hand, an agent in a front, one of the viewer's situations, goods. */
type Kind = 'hand' | 'front' | 'sheet' | 'goods';

export type End = 'left' | 'right' | 'only';
export type Side = 'left' | 'right';

/** What a click on a thing does: plays a move, picks the thing, or explains why neither is possible. */
export interface Act {
  move?: string;
  pick?: string;
  picked?: boolean;
  quiet?: boolean; // something else is picked: it does not light up
  tip?: string;
  gain?: number; // how many points more at the end of the turn
  /** Shows what the move would bring, while it is pointed at. */
  consider?: (it: boolean) => void;
  click: () => void;
}

/** A place at an end of a front, for the picked card. */
interface Place {
  end: End;
  act: Act;
  /** How the card would lie there; null: it is laid elsewhere, and this place is only offered. */
  cell: Cell | null;
  arrows: Arrow[];
  /** Points of the arrows that it can make there, towards either player. */
  gains: Record<Edge, number>;
}

/** One of the two ways round to play the picked card where it is considered. */
export interface Way {
  points: boolean; // the points edge faces the viewer
  choice: Choice;
  performs: number; // the seats that perform the command, and have the other edge
  scores: number;
}

/** A card in a hand; `code` is null if the viewer does not know it. */
interface Held {
  back: string;
  code: string | null;
}

const TARGETS = ['neutralise', 'revive', 'turn', 'recall', 'dismiss'] as const;
type Target = (typeof TARGETS)[number];
const isTarget = (verb: string): verb is Target => (TARGETS as readonly string[]).includes(verb);

export type Move = Known<AgentsMove>;
export type Choice = AnyChoice<Move>;

/** Where a card goes, and who a special agent lies between, as moves write it. */
const placeCode = (side: Side, end: End, points: boolean): string => `${side}-${end}-${points ? 'pts' : 'cmd'}`;
const betweenCode = (seat: number, acts: boolean): string => `${seat}-${acts ? 'acts' : 'scores'}`;
const SPOTS = ['left-left', 'left-right', 'left-only', 'right-left', 'right-right', 'right-only'] as const;
/** Where an agent can be laid: a front of the viewer's and an end of it. */
export type Spot = (typeof SPOTS)[number];
const isSpot = (code: string): code is Spot => (SPOTS as readonly string[]).includes(code);

export class Desk {
  #pick = $state.raw<{ kind: Kind; id: string; after: unknown } | null>(null);
  #spot = $state<string | null>(null); // where the picked card is considered, if the player has said so
  #pointed = $state.raw<{ move: string; after: unknown } | null>(null);
  #clicked = $state.raw<{ move: string; after: unknown } | null>(null); // a first click has picked it; a second one plays it
  unfolded = $state<number | null>(null); // the front between others that is unfolded on a small screen
  points = $state(true); // the points edge of the considered card faces the viewer

  constructor(readonly game: Game<AgentsView, AgentsFigures, AgentsMove>) {}

  readonly agents: Record<string, Agent> = $derived.by(() => readAgents(this.game.rows(0)));
  readonly situations: Record<string, Situation> = $derived.by(() => readSituations(this.game.rows(1)));
  /** Names; the view changes with the language, and so do they. */
  readonly names = $derived.by(() => (void this.game.view, this.game.things('agent')));
  readonly titles = $derived.by(() => (void this.game.view, this.game.things('situation')));
  /** Names without the numbers of the cards. */
  readonly shortNames = $derived.by(() => (void this.game.view, this.game.things('agent-name')));
  readonly shortTitles = $derived.by(() => (void this.game.view, this.game.things('situation-name')));
  readonly commands = $derived.by(() => (void this.game.view, this.game.things('command')));
  readonly tests = $derived.by(() => (void this.game.view, this.game.things('test')));
  /** What situations of the viewer's own ask for. */
  readonly ownTests = $derived.by(() => (void this.game.view, this.game.things('own-test')));

  get view(): AgentsView {
    return this.game.view;
  }
  get near(): number {
    return this.game.near;
  }
  get figures(): AgentsFigures {
    return this.game.figures;
  }
  get houses(): boolean {
    return this.figures.houses > 0;
  }
  /** Whether the viewer is performing a command, rather than taking a turn. */
  get performing(): boolean {
    return this.game.turn && this.view.phase === 'command';
  }
  /** Whether the front is between the viewer and another player. */
  sits(front: number): boolean {
    return [front, following(front, this.game.players)].includes(this.near);
  }
  name(seat: number): string {
    return this.game.names[seat] ?? '';
  }

  // ---- cards that players hold ----

  hand(seat: number): Held[] {
    return this.view.agent_held[seat].map((back) => ({ back, code: this.view.agents[Number(back.slice(1)) - 1] }));
  }
  sheets(seat: number, spot?: Side): Held[] {
    const [left, right] = this.view.laid;
    const lies = (back: string) => (left.includes(back) ? 'left' : right.includes(back) ? 'right' : undefined);
    return this.view.situation_held[seat]
      .filter((back) => lies(back) === spot)
      .map((back) => ({ back, code: this.view.situations[Number(back.slice(1)) - 1] }));
  }
  /** The situations that a seat has laid on a front. */
  laid(front: number, seat: number): Held[] {
    return this.sheets(seat, frontOf(seat, 'left', this.game.players) === front ? 'left' : 'right');
  }

  /** How to show that the others have changed an agent: where it lies, whom it works for, whether it is face down. */
  markOf(code: string): Mark {
    return this.game.mark(({ front, works, down }) => [
      front.findIndex((row) => row.includes(code)),
      works.includes(code),
      down.includes(code),
    ]);
  }

  // ---- picking ----

  /** What is picked.  When a move is shown, nothing is picked any more. */
  get #held() {
    return this.game.turn && this.#pick?.after === this.game.last ? this.#pick : null;
  }
  get busy(): boolean {
    return this.#held !== null || this.chosen !== undefined;
  }
  picked(kind: Kind): string | null {
    return this.#held?.kind === kind ? this.#held.id : null;
  }
  /** The move that a first click has picked. */
  get chosen(): Choice | undefined {
    const clicked = this.game.turn && this.#clicked?.after === this.game.last ? this.#clicked : null;
    return clicked ? this.game.choices.find(({ notation }) => notation === clicked.move) : undefined;
  }
  drop = (): void => {
    this.#pick = null;
    this.#clicked = null;
  };

  #find<V extends Move['verb']>(verb: V, ...first: (string | number)[]) {
    return withVerb(this.game.choices, verb).filter(({ move }) => first.every((thing, i) => move.with[i] === thing));
  }
  #play(choice: Choice): Act {
    const { move, notation, say, preview } = choice;
    const consider = (it: boolean) => {
      if (it) this.#pointed = { move: notation, after: this.game.last };
      else if (this.#pointed?.move === notation) this.#pointed = null;
    };
    return { move: notation, tip: [say, ...preview].join('\n'), consider, click: () => this.game.play(move) };
  }
  /** Picks a move, or plays the one that is picked. */
  #choose(choice: Choice): Act {
    const act = this.#play(choice);
    if (this.chosen === choice) return { ...act, picked: true };
    const click = () => (this.#clicked = { move: choice.notation, after: this.game.last });
    return { ...act, move: undefined, pick: choice.notation, picked: false, click };
  }
  #take(kind: Kind, id: string): Act {
    const picked = this.picked(kind) === id;
    const whole = picked && kind !== 'sheet' ? (this.way?.choice ?? this.buttons[0]) : undefined; // a second click plays it
    if (whole) return { move: whole.notation, picked, click: () => this.game.play(whole.move) };
    const click = () => {
      this.#pick = picked ? null : { kind, id, after: this.game.last };
      this.#spot = null;
      this.#pointed = null;
      this.#clicked = null;
      this.points = this.#better();
    };
    const quiet = this.busy && !picked && !this.performing;
    return { pick: `${kind} ${id}`, picked, quiet, click };
  }
  /** Whether the picked card brings the viewer more with its points edge towards them, where it is considered first. */
  #better(): boolean {
    const worth = (points: boolean) => Number(this.ways.find((way) => way.points === points)?.choice.brings[0]?.with[0] ?? -Infinity);
    return worth(true) >= worth(false);
  }
  /** For a move that is not allowed: a click explains why. */
  #no(move: Move): Act | null {
    return this.game.turn ? { click: () => this.game.play(move) } : null;
  }

  // ---- what each thing does when it is clicked; null: nothing ----

  ofHand({ back, code }: Held): Act | null {
    if (!code || !this.game.turn) return null;
    if (this.#find('play', code).length || this.#find('send', code).length) return this.#take('hand', code);
    if (!this.agents[code].special) return this.#no({ verb: 'play', with: [code, placeCode('left', 'left', false), back] });
    return this.#no({ verb: 'send', with: [code, betweenCode(opposite(this.near, this.near, this.game.players), false), back] });
  }

  ofAgent(code: string): Act | null {
    if (!this.game.turn) return null;
    if (!this.performing) return this.#find('repeat', code).length ? this.#take('front', code) : this.#no({ verb: 'repeat', with: [code] });
    for (const verb of TARGETS) for (const choice of this.#find(verb, code)) return this.#choose(choice);
    if (this.#find('move', code).length) return this.#take('front', code);
    const { verb } = this.agents[this.view.acting];
    const pairs = withVerb(this.game.choices, 'swap').filter(({ move }) => move.with.includes(code));
    const first = verb === 'swap-self' ? this.view.acting : this.picked('front'); // of a pair
    const pair = pairs.find(({ move }) => first && first !== code && move.with.includes(first));
    if (pair) return this.#choose(pair);
    if (pairs.length && verb === 'swap') return this.#take('front', code);
    if (verb === 'swap' || verb === 'swap-self') return this.#no({ verb: 'swap', with: [code, code] });
    if (verb === 'move') return this.#no({ verb, with: [code, 'left'] });
    return this.#no({ verb: isTarget(verb) ? verb : 'turn', with: [code] });
  }

  ofSheet({ back, code }: Held): Act | null {
    if (!code || !this.game.turn) return null;
    if (this.performing) {
      const brief = this.#find('brief', code, back)[0];
      return brief ? this.#choose(brief) : this.#no({ verb: 'brief', with: [code, back] });
    }
    const some = this.#find('lay', code).length > 0 || this.#find('replace', code).length > 0;
    return some ? this.#take('sheet', code) : this.#no({ verb: 'lay', with: [code, 'left', back] });
  }

  ofOpen(code: string): Act | null {
    const choice = this.#find('steal', code)[0] ?? this.#find('burn', code)[0];
    return choice ? this.#choose(choice) : null;
  }

  /** Picks the other player of a special agent, or takes a card from this one. */
  ofSeat(seat: number): Act | null {
    const choice = this.#find('pickpocket', seat)[0];
    if (choice) return this.#choose(choice);
    return this.spots.includes(String(seat)) ? this.#consider(String(seat)) : null;
  }

  ofGoods(goods: string): Act | null {
    if (!this.game.turn) return null;
    return this.#find('buy', goods).length ? this.#take('goods', goods) : this.#no({ verb: 'buy', with: [goods] });
  }

  /** Lays the picked situation somewhere; null: none is picked, or it is there already. */
  ofSpot(spot: Side | 'hand'): Act | null {
    const code = this.picked('sheet');
    if (!code) return null;
    const choice = this.#find('lay', code, spot)[0];
    if (choice) {
      const [then, now] = choice.brings[0].with as number[];
      return { ...this.#play(choice), gain: then - now };
    }
    const held = this.sheets(this.near, spot === 'hand' ? undefined : spot).some((h) => h.code === code);
    const back = this.view.situation_held[this.near].find((b) => this.view.situations[Number(b.slice(1)) - 1] === code)!;
    return held ? null : this.#no({ verb: 'lay', with: [code, spot, back] });
  }

  // ---- where the picked card of the hand can go, and which way round ----

  /** Where it can go: ends of fronts, or for a special agent the other players. */
  readonly spots: string[] = $derived.by(() => {
    const card = this.picked('hand');
    if (!card) return [];
    const seats = Array.from({ length: this.game.players - 1 }, (_, i) => String((this.near + 1 + i) % this.game.players));
    return [...SPOTS, ...seats].filter((spot) => this.#waysAt(card, spot).length);
  });
  get spot(): string | null {
    return this.#spot && this.spots.includes(this.#spot) ? this.#spot : (this.spots[0] ?? null);
  }
  /** The ways round there. */
  readonly ways: Way[] = $derived.by(() => (this.spot ? this.#waysAt(this.picked('hand')!, this.spot) : []));
  get way(): Way | undefined {
    return this.ways.find((way) => way.points === this.points) ?? this.ways[0];
  }

  /** Why there is only one way round; '' if there are two. */
  get barred(): string {
    const card = this.picked('hand');
    if (!card || !this.spot || this.ways.length !== 1) return '';
    const back = this.hand(this.near).find(({ code }) => code === card)!.back;
    const points = !this.ways[0].points;
    const move: Move = isSpot(this.spot)
      ? { verb: 'play', with: [card, `${this.spot}-${points ? 'pts' : 'cmd'}`, back] }
      : { verb: 'send', with: [card, betweenCode(Number(this.spot), points), back] };
    return this.game.why(move)?.text ?? '';
  }

  #waysAt(card: string, spot: string): Way[] {
    const seat = isSpot(spot) ? opposite(this.#frontAt(spot), this.near, this.game.players) : Number(spot);
    return [true, false].flatMap((points) => {
      const choice: Choice | undefined = isSpot(spot)
        ? this.#find('play', card, `${spot}-${points ? 'pts' : 'cmd'}`)[0]
        : this.#find('send', card, betweenCode(seat, points))[0];
      return choice ? [{ points, choice, performs: points ? seat : this.near, scores: points ? this.near : seat }] : [];
    });
  }
  #frontAt(spot: Spot): number {
    return frontOf(this.near, spot.startsWith('left') ? 'left' : 'right', this.game.players);
  }
  #consider(spot: string): Act {
    return { pick: `spot ${spot}`, picked: this.spot === spot, click: () => (this.#spot = spot) };
  }
  /** An ordinary agent that is laid this way: how it lies, the agent beside it, and the arrows that they make. */
  look(way: Way): { cell: Cell; beside: Cell | null; end: End; arrows: Arrow[] } | null {
    const spot = this.spot;
    if (!spot || !isSpot(spot)) return null;
    const front = this.#frontAt(spot);
    const end = spot.split('-')[1] as End;
    const row = rowOf(this.view, front, this.near, this.houses);
    return { ...this.#lain(front, end, way.choice), end, beside: (end === 'right' ? row.at(-1) : row[0]) ?? null };
  }
  /** What a click on one of the ways does. */
  ofWay(way: Way): Act {
    return { ...this.#play(way.choice), consider: (it) => it && (this.points = way.points) };
  }

  /** The places at the ends of a front of the viewer's, for the picked card. */
  places(front: number): Place[] {
    if (!this.sits(front)) return [];
    const moved = this.picked('front');
    const found: Place[] = [];
    for (const spot of SPOTS) {
      if (this.#frontAt(spot) !== front) continue;
      const end = spot.split('-')[1] as End;
      if (this.spots.includes(spot)) {
        const lain = this.#waysAt(this.picked('hand')!, spot).map((way) => ({ way, ...this.#lain(front, end, way.choice) }));
        const gains = (to: Edge) => lain.flatMap(({ arrows }) => arrows).reduce((sum, a) => sum + (a.to === to ? a.points : 0), 0);
        const here = this.spot === spot ? lain.find(({ way }) => way === this.way || way.points === this.way?.points) : undefined;
        found.push({
          end,
          act: this.#consider(spot),
          cell: here?.cell ?? null,
          arrows: here?.arrows ?? [],
          gains: { near: gains('near'), far: gains('far') },
        });
      }
      const move = moved && !this.view.in[front].includes(moved) ? this.#find('move', moved, end)[0] : null;
      if (move) found.push({ end, act: this.#choose(move), ...this.#lain(front, end, move), gains: { near: 0, far: 0 } });
    }
    return found;
  }

  /** A front and its arrows as they lie; with the picked target of a command, what would change is marked. */
  lies(front: number, near: number): { row: Cell[]; arrows: Arrow[] } {
    const row = rowOf(this.view, front, near, this.houses);
    const arrows = arrowsOf(this.figures, front, near, row, this.agents);
    const after = this.#after;
    const then = after ? rowOf(after.view, front, near, this.houses) : [];
    if (!after || then.length > row.length) return { row, arrows };
    const leaves = then.length < row.length;
    const placeOf = (at: number) => (leaves ? row.findIndex(({ code }) => code === then[at].code) : at);
    const differs = (a: Cell, b: Cell) => a.code !== b.code || a.command !== b.command || a.down !== b.down;
    const made = arrowsOf(after.figures, front, near, then, this.agents).map((arrow) => ({
      ...arrow,
      at: (placeOf(arrow.at) + placeOf(arrow.at + 1) - 1) / 2, // between the two, also if one between them leaves
    }));
    const within = (some: Arrow[], one: Arrow) =>
      some.some(({ at, to, points }) => at === one.at && to === one.to && points === one.points);
    return {
      row: leaves
        ? row.map((cell) => (then.some(({ code }) => code === cell.code) ? cell : { ...cell, will: 'leave' as const }))
        : then.map((cell, i) => (differs(cell, row[i]) ? { ...cell, will: 'change' as const } : cell)),
      arrows: [
        ...arrows.filter((one) => !within(made, one)).map((one) => ({ ...one, lost: true })),
        ...made.map((one) => ({ ...one, ghost: !within(arrows, one) })),
      ],
    };
  }

  /** How a card would lie at an end of a front, and the arrows that it would make there. */
  #lain(front: number, end: End, choice: Choice): { cell: Cell; arrows: Arrow[] } {
    const then = this.game.tried(choice.move)!;
    const row = rowOf(then.view, front, this.near, this.houses);
    const at = end === 'right' ? row.length - 1 : 0;
    const arrows = arrowsOf(then.figures, front, this.near, row, this.agents).filter((arrow) => arrow.at === at || arrow.at + 1 === at);
    return { cell: { ...row[at], ghost: true }, arrows: arrows.map((arrow) => ({ ...arrow, ghost: true })) };
  }

  /** Moves with what is picked that are buttons, because they have no place on the table. */
  get buttons(): Choice[] {
    const front = this.picked('front');
    const sheet = this.picked('sheet');
    const goods = this.picked('goods');
    if (this.chosen) return [this.chosen];
    if (this.picked('hand')) return [];
    if (front) return this.#find('repeat', front);
    if (sheet) return this.#find('replace', sheet);
    if (goods) return this.#find('buy', goods);
    return [...this.#find('end'), ...this.#find('forgo'), ...this.#find('pickpocket')];
  }
  /** What a click on such a button does. */
  ofButton(choice: Choice): Act {
    return this.#play(choice);
  }

  // ---- what the considered move would bring ----

  /** The move that is pointed at, or the one that would be played with what is picked. */
  get considered(): Choice | null {
    if (!this.game.turn) return null;
    const at = this.#pointed?.after === this.game.last ? this.#pointed?.move : undefined;
    const pointed = this.game.choices.find(({ notation }) => notation === at);
    const picked = this.picked('front') || this.picked('goods') ? this.buttons[0] : undefined;
    const choice = pointed ?? this.chosen ?? this.way?.choice ?? picked ?? null;
    return choice?.move.verb === 'end' ? null : choice; // what it scores is what is shown anyway
  }
  /** The table after the command on its picked target. */
  readonly #after = $derived.by(() => (this.performing && this.chosen ? this.game.tried(this.chosen.move) : null));
  /** The table right after it, before its command is performed. */
  readonly then = $derived.by(() => this.considered && this.game.tried(this.considered.move));
  /** What a seat would score at the end of its turn after it, as the rules expect its command to be performed, with points that change at once. */
  expected(seat: number): number {
    for (const { with: said } of this.considered?.brings ?? []) {
      const [mine, , other, theirs] = said as number[];
      if (seat === this.game.me) return mine;
      if (seat === other) return theirs;
    }
    return this.figures.worth[seat];
  }

  /** What a seat scores, in parts; the rest is what a command or a price changes at once. */
  partsOf(seat: number, { sums, laid, worth }: AgentsFigures, total = worth[seat]): { arrows: number; situations: number; rest: number } {
    const fronts = [frontOf(seat, 'left', this.game.players), frontOf(seat, 'right', this.game.players)];
    const arrows = fronts.reduce((sum, front) => sum + edgeOf(sums[front], front, seat, 'near'), 0);
    const situations = laid[seat][0] + laid[seat][1];
    return { arrows, situations, rest: total - arrows - situations };
  }

  /** The uppermost card of each of the discards, which everybody sees. */
  get tops(): { agent?: string; situation?: string } {
    const { agent_discards: agents, situation_discards: situations } = this.view;
    return { agent: agents.filter(isCode).at(-1), situation: situations.filter(isCode).at(-1) };
  }

  /** The special agent that lies in the middle now. */
  get special(): Agent | null {
    const agent = isCode(this.view.acting) ? this.agents[this.view.acting] : null;
    return agent?.special ? agent : null;
  }
}
