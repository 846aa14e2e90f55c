// games.mjs - every game for every number of players, to its end, by clicking what is lit.
import { DESKTOP, good, luck, openBrowser, openHouse, person, PHONE, playOn, run, seatAt } from './browser.mjs';

const GAMES = [
  ...[2, 3, 4].map((seats) => ({ game: 'sentient', seats })),
  ...[2, 3, 4, 5].map((seats) => ({ game: 'inside-job', seats })), // two play with Larry
  ...['sleeper-cell', 'high-stakes', 'inner-circle', 'bad-company'].map((roles, i) => ({
    game: 'inside-job',
    seats: 4 + (i % 2),
    options: { roles },
  })),
  { game: 'inside-job', seats: 3, options: { risk: 'on' } },
  ...[2, 3, 4, 5].map((seats) => ({ game: 'agents', seats, options: { goal: '16' } })),
  { game: 'agents', seats: 3, options: { goal: '12', 'safe-houses': 'on', 'finish-round': 'on' } },
  { game: 'dead-drop', seats: 3 }, // on the plain board
];

const house = await openHouse();
const browser = await openBrowser();
const tests = {};
for (const [i, order] of GAMES.entries()) {
  const shape = i % 3 === 2 ? PHONE : DESKTOP;
  const name = [
    order.game,
    order.seats,
    ...Object.entries(order.options ?? {}).map(([key, value]) => `${key}=${value}`),
    shape === PHONE ? 'on a phone' : '',
  ];
  tests[name.join(' ').trim()] = async () => {
    const page = await person(browser, house.url, { ...shape, lang: ['en', 'pl', 'ru'][i % 3] });
    try {
      await seatAt(page, order);
      await playOn(page, luck(i + 1));
      good(page, name.join(' '));
    } finally {
      await page.context().close();
    }
  };
}
await run(tests);
await browser.close();
await house.close();
