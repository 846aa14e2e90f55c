// table.ts - Inside Job for the page: cards, missions and the trick, and where things lie.
import type { InsideJobFigures, InsideJobMove, InsideJobView, Seat } from 'made/views';
import { choiceOf, type Game } from '../../lib/game';
import type { Brief } from '../../lib/lens';
import type { Known } from '../../lib/notation';
import { t } from '../../lib/words.svelte';

const COLOURS = ['yellow', 'pink', 'green', 'blue'] as const;
export type Colour = (typeof COLOURS)[number];
export type InsideJob = Game<InsideJobView, InsideJobFigures, InsideJobMove>;
export type Move = Known<InsideJobMove>;

export interface Card {
  code: string;
  colour: Colour;
  value: number;
}

export interface Mission {
  code: string;
  condition: string; // as deck files write it
  words: string;
  trump: Colour;
  risky: boolean;
}

/** A card on the table, at its place in the trick. */
interface Played {
  card: Card;
  seat: number;
  raised: boolean;
  broke: boolean; // the mission
  colour: Colour; // the colour that it counts as
}

/** The roles of the box, and the rule of each; a table may have others of its own. */
export const RULES = {
  agent: 'J1.4',
  insider: 'J3.5',
  wired: 'J9.W',
  paranoid: 'J9.P',
  daredevil: 'J9.D',
  decoy: 'J9.Y',
  accomplice: 'J9.A',
  shady: 'J9.S',
  sleeper: 'J9.U',
  'professor-no': 'J9.N',
};

/** The rule of any role: those of the table's own share one. */
export const ruleOf = (role: string): string => (RULES as Record<string, string>)[role] ?? 'J9.5';

export const isSeat = (seat: Seat | null): seat is number => typeof seat === 'number';
export const is = (code: string | null | undefined): code is string => !!code && code !== '-';

export const cardOf = (code: string): Card => ({
  code,
  colour: COLOURS.find((colour) => colour[0] === code[0])!,
  value: Number(code.slice(1)),
});

/** The names of things; the view changes with the language, and so do they. */
export function namesOf(game: InsideJob) {
  void game.view;
  return { card: game.things('card'), colour: game.things('colour'), role: game.things('role') };
}
export type Names = ReturnType<typeof namesOf>;

/** Whether a role is one of the table's own. */
export const isOwn = (role: string | null): boolean => is(role) && !(role in RULES);

/** A special role of this game in sentences: its goal and what it can do. */
export const tellRole = (brief: Brief[], role: string): string[] =>
  brief.filter(({ line }) => line.with[0] === role).map(({ text }) => text);

/** Whether the viewer may make this move now. */
export const may = ({ choices }: InsideJob, move: Move): boolean => choiceOf(choices, move) !== undefined;

/** agents, insider or nobody. */
export const sideOf = ({ figures }: InsideJob, role: string): string =>
  figures.insiders.includes(role) ? 'insider' : figures.agents.includes(role) ? 'agents' : 'nobody';

/** The role that is played instead of the Insider, if there is one. */
export const hunterOf = (game: InsideJob) => game.figures.specials.find((role) => sideOf(game, role) === 'insider');

/** Whether the Insider is in the game, and no other role instead. */
export const hasInsider = (game: InsideJob): boolean => !hunterOf(game);

export function missionOf(game: InsideJob, code: string): Mission {
  const row = game.rows(0).find((r) => r.number === code)!;
  return { code, condition: row.condition, words: game.things('condition')[code], trump: row.trump as Colour, risky: row.risky === 'yes' };
}

/** The trick that lies there: the current one, or the last until the next mission is picked. */
export function trickOf(game: InsideJob) {
  const { view, figures } = game;
  return {
    mission: is(figures.mission) ? missionOf(game, figures.mission) : null,
    verdict: figures.verdict,
    whole: ['completed', 'failed'].includes(figures.verdict),
    played: view.trick.slice(0, view.n).map((code, place): Played => ({
      card: cardOf(code),
      seat: figures.places[place] as number,
      raised: view.raised.includes(place),
      broke: figures.broke === figures.places[place],
      colour: figures.colours[place] as Colour,
    })),
  };
}
export type Trick = ReturnType<typeof trickOf>;

/** How the mission of the trick stands, and why; '' as long as it is open. */
export function sayVerdict({ mission, verdict, played }: Trick, names: Names): string {
  if (verdict === 'completed') return t('page.job.completed');
  const broke = played.find((one) => one.broke);
  if (!mission || !broke) return '';
  const card = names.card[broke.card.code];
  const why = mission.condition.startsWith('winner')
    ? t('page.job.broke.winner', card)
    : mission.condition === 'raised at least 2'
      ? t('page.job.broke.few')
      : mission.condition.startsWith('raised')
        ? t('page.job.broke.raise', card)
        : t('page.job.broke', card);
  return `${verdict === 'failed' ? t('page.job.failed') : t('page.job.lost')}: ${why}`;
}

/** Where things that belong to a player lie, in percent; by how many play, and clockwise from the nearest. */
export const SPOTS: Record<number, [number, number][]> = {
  3: [
    [50, 83],
    [13, 34],
    [87, 34],
  ],
  4: [
    [50, 84],
    [15, 50],
    [50, 16],
    [85, 50],
  ],
  5: [
    [50, 83],
    [17, 74],
    [20, 25],
    [80, 25],
    [83, 74],
  ],
};
