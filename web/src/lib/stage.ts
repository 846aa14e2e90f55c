// stage.ts - games at fixed moments, for the pictures of the rules: the boards' own parts draw them, and the games' own code says what
// they show.
import { rows } from './decks';
import { type Game, watched } from './game';
import { type Order, ROOM, type Story } from './lens';
import { botName } from './log';

/** A moment of a game: the moves so far as `who` heard them, or the spectators. */
export interface Moment extends Omit<Order, 'game' | 'edition' | 'decks'> {
  who?: number;
  moves: string[];
}

export class Stage {
  /** All moments of a game have the same decks, so one story names the things of them all. */
  constructor(
    readonly name: string,
    readonly story: Story,
  ) {}

  show<G extends Game = Game>({ who = ROOM, moves, ...order }: Moment): G {
    const wrong = this.story.open({ ...order, game: this.name }, who) || this.story.hearAll(moves);
    if (wrong) throw new Error(`${this.name}: ${wrong}`);
    const named = Array.from({ length: order.seats }, (_, q) => botName([], q));
    this.story.goto(moves.length);
    const game: Game = {
      ...watched,
      name: this.name,
      view: this.story.view(),
      figures: this.story.figures(),
      me: who,
      near: who === ROOM ? 0 : who,
      players: order.seats,
      names: [...named, ...Object.values(this.story.things('seat')).slice(order.seats)],
      asked: [],
      brief: this.story.brief(),
      last: undefined,
      result: null,
      tell: () => [],
      things: (of) => this.story.things(of),
      rows: (kind) => rows(this.story.deck(kind)),
    };
    return game as G;
  }
}
