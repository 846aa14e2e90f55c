// desk.svelte.ts - what the viewer of The Agents has picked, and what a click on each thing does.
import type { AgentsFigures, AgentsMove, AgentsView } from 'made/views';
import { type Game, withVerb } from '../../lib/game';
import type { Choice as AnyChoice } from '../../lib/lens';
import type { Known } from '../../lib/notation';
import {
  type Agent,
  type Arrow,
  arrowsOf,
  type Cell,
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
  click: () => void;
}

/** A place for the picked card at an end of a front. */
interface Place {
  end: End;
  act: Act;
  cell: Cell;
  arrows: Arrow[];
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
/** With whom a special agent is sent. */
export const partnerOf = (move: Extract<Move, { verb: 'send' }>): number => Number.parseInt(move.with[1]);

export class Desk {
  #pick = $state.raw<{ kind: Kind; id: string; after: unknown } | null>(null);
  points = $state(false); // the points edge of the picked card faces the viewer
  flips = $state(0); // how often it was turned

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

  // ---- picking ----

  /** What is picked.  When a move is shown, nothing is picked any more. */
  get #held() {
    return this.game.turn && this.#pick?.after === this.game.last ? this.#pick : null;
  }
  get busy(): boolean {
    return this.#held !== null;
  }
  picked(kind: Kind): string | null {
    return this.#held?.kind === kind ? this.#held.id : null;
  }
  drop = (): void => {
    this.#pick = null;
  };
  flip = (): void => {
    this.points = !this.points;
    this.flips++;
  };

  #find<V extends Move['verb']>(verb: V, ...first: (string | number)[]) {
    return withVerb(this.game.choices, verb).filter(({ move }) => first.every((thing, i) => move.with[i] === thing));
  }
  #play({ move, notation, say, preview }: Choice): Act {
    return { move: notation, tip: [say, ...preview].join('\n'), click: () => this.game.play(move) };
  }
  /** Ways to send a special agent so that the neighbour acts, or scores. */
  #sends(code: string, acts: boolean) {
    return this.#find('send', code).filter(({ move }) => this.game.names.some((_, seat) => move.with[1] === betweenCode(seat, acts)));
  }
  #take(kind: Kind, id: string): Act {
    const picked = this.picked(kind) === id;
    const click = () => {
      this.flips = 0;
      this.#pick = picked ? null : { kind, id, after: this.game.last };
      this.points = this.#sends(id, true).length > 0 && !this.#sends(id, false).length;
    };
    const quiet = this.busy && !picked && !this.performing;
    return { pick: `${kind} ${id}`, picked, quiet, click };
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
    for (const verb of TARGETS) for (const choice of this.#find(verb, code)) return this.#play(choice);
    if (this.#find('move', code).length) return this.#take('front', code);
    const { verb } = this.agents[this.view.acting];
    const pairs = withVerb(this.game.choices, 'swap').filter(({ move }) => move.with.includes(code));
    const first = verb === 'swap-self' ? this.view.acting : this.picked('front'); // of a pair
    const pair = pairs.find(({ move }) => first && first !== code && move.with.includes(first));
    if (pair) return this.#play(pair);
    if (pairs.length && verb === 'swap') return this.#take('front', code);
    if (verb === 'swap' || verb === 'swap-self') return this.#no({ verb: 'swap', with: [code, code] });
    if (verb === 'move') return this.#no({ verb, with: [code, 'left'] });
    return this.#no({ verb: isTarget(verb) ? verb : 'turn', with: [code] });
  }

  ofSheet({ back, code }: Held): Act | null {
    if (!code || !this.game.turn) return null;
    if (this.performing) {
      const brief = this.#find('brief', code, back)[0];
      return brief ? this.#play(brief) : this.#no({ verb: 'brief', with: [code, back] });
    }
    const some = this.#find('lay', code).length > 0 || this.#find('replace', code).length > 0;
    return some ? this.#take('sheet', code) : this.#no({ verb: 'lay', with: [code, 'left', back] });
  }

  ofOpen(code: string): Act | null {
    const choice = this.#find('steal', code)[0] ?? this.#find('burn', code)[0];
    return choice ? this.#play(choice) : null;
  }

  ofSeat(seat: number): Act | null {
    const picked = this.picked('hand');
    const sent = picked && this.#sends(picked, this.points).find(({ move }) => move.with[1] === betweenCode(seat, this.points));
    const choice = this.#find('pickpocket', seat)[0] ?? sent;
    return choice ? this.#play(choice) : null;
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
    if (choice) return this.#play(choice);
    const held = this.sheets(this.near, spot === 'hand' ? undefined : spot).some((h) => h.code === code);
    const back = this.view.situation_held[this.near].find((b) => this.view.situations[Number(b.slice(1)) - 1] === code)!;
    return held ? null : this.#no({ verb: 'lay', with: [code, spot, back] });
  }

  /** The places for the picked card at the ends of a front of the viewer's: how it would lie there, and which arrows that would make. */
  places(front: number): Place[] {
    if (!this.sits(front)) return [];
    const hand = this.picked('hand');
    const moved = this.picked('front');
    const found: Place[] = [];
    for (const end of ['left', 'right', 'only'] as const)
      for (const side of ['left', 'right'] as const) {
        if (frontOf(this.near, side, this.game.players) !== front) continue;
        const choice = hand
          ? this.#find('play', hand, placeCode(side, end, this.points))[0]
          : moved && !this.view.in[front].includes(moved)
            ? this.#find('move', moved, end)[0]
            : null;
        const then = choice && this.game.tried(choice.move);
        if (!then) continue;
        const row = rowOf(then.view, front, this.near, this.houses);
        const at = end === 'right' ? row.length - 1 : 0;
        const arrows = arrowsOf(then.figures, front, this.near, row, this.agents).filter((arrow) => arrow.at === at || arrow.at + 1 === at);
        found.push({
          end,
          act: this.#play(choice),
          cell: { ...row[at], ghost: true },
          arrows: arrows.map((arrow) => ({ ...arrow, ghost: true })),
        });
      }
    return found;
  }

  /** Moves with what is picked that are buttons, because they have no place on the table. */
  get buttons(): Choice[] {
    const hand = this.picked('hand');
    const front = this.picked('front');
    const sheet = this.picked('sheet');
    const goods = this.picked('goods');
    if (hand) return this.#sends(hand, this.points);
    if (front) return this.#find('repeat', front);
    if (sheet) return this.#find('replace', sheet);
    if (goods) return this.#find('buy', goods);
    return [...this.#find('end'), ...this.#find('forgo')];
  }

  /** The special agent that lies in the middle now. */
  get special(): Agent | null {
    const agent = isCode(this.view.acting) ? this.agents[this.view.acting] : null;
    return agent?.special ? agent : null;
  }
}
