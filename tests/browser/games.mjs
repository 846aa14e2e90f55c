// games.mjs - every game for every number of players, to its end, by clicking what is lit.  Every size and language has its turn, and no
// text of a board is too small to read.  agents.mjs does the same for The Agents.
import { strict as assert } from 'node:assert';
import { clickOne, DESKTOP, good, LIT, luck, openBrowser, openHouse, person, PHONE, run, seatAt, tooSmall, WIDE } from './browser.mjs';

const GAMES = [
  ...[2, 3, 4, 2, 3, 4].map((seats) => ({ game: 'sentient', seats })),
  ...[2, 3, 4, 5].map((seats) => ({ game: 'inside-job', seats })), // two play with Larry
  ...['sleeper-cell', 'high-stakes', 'inner-circle', 'bad-company'].map((roles, i) => ({
    game: 'inside-job',
    seats: 4 + (i % 2),
    options: { roles },
  })),
  { game: 'inside-job', seats: 3, options: { risk: 'on' } },
  { game: 'dead-drop', seats: 3 }, // on the plain board
];
const LANGS = ['en', 'pl', 'ru'];
const SIZES = [
  { size: 'a desktop', shape: DESKTOP, least: 12 },
  { size: 'a wide screen', shape: WIDE, least: 12 },
  { size: 'a phone', shape: PHONE, least: 11 },
];

const house = await openHouse();
const browser = await openBrowser();
const tests = {};
for (const [i, order] of GAMES.entries()) {
  const { size, shape, least } = SIZES[i % 3];
  const lang = LANGS[(i + Math.floor(i / 3)) % 3];
  const options = Object.entries(order.options ?? {}).map(([key, value]) => ` ${key}=${value}`);
  tests[`${order.game} ${order.seats}${options.join('')} on ${size} in ${lang}`] = async () => {
    const page = await person(browser, house.url, { ...shape, lang });
    const tiny = new Set();
    try {
      await seatAt(page, order);
      for (let over = false, chance = luck(i + 1); !over;) {
        await page.waitForSelector(`${LIT}, #end`, { state: 'attached' });
        for (const text of await tooSmall(page, least)) tiny.add(text);
        over = (await page.locator('#end').count()) > 0;
        if (!over) await clickOne(page, chance);
      }
      good(page, order.game);
      assert.deepEqual([...tiny], []);
    } finally {
      await page.context().close();
    }
  };
}

tests['inside-job, phone: the missions to choose from leave the last trick and the hand in sight'] = async () => {
  const page = await person(browser, house.url, PHONE);
  try {
    const order = { game: 'inside-job', seats: 4 };
    await seatAt(page, order);
    for (const chance = luck(3); !(await page.locator('.ring:has(.drawn) .spot .card').count());) {
      await page.waitForSelector(`${LIT}, #end`, { state: 'attached' });
      if (await page.locator('#end').count()) await seatAt(page, order);
      else await clickOne(page, chance);
    }
    const covered = await page.locator('.ring').evaluate((ring) => {
      const all = (what) => [...ring.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
      const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      return all('.spot').filter((card) => all('.drawn button').some((mission) => meet(card, mission))).length;
    });
    assert.equal(covered, 0);
    await page.evaluate(() => scrollTo(0, 0));
    const hidden = await page.locator('.near li button').evaluateAll(
      (cards) =>
        cards.filter((card) => {
          const { left, top } = card.getBoundingClientRect();
          return !card.contains(document.elementFromPoint(left + 12, top + 12)); // its number
        }).length,
    );
    assert.equal(hidden, 0);
  } finally {
    await page.context().close();
  }
};

tests['inside-job, phone: the whole hand and the player’s role lie above the prompt'] = async () => {
  for (const [lang, seats, roles] of [
    ['en', 2],
    ['ru', 3], // the largest hand
    ['pl', 5, 'professor-no,paranoid'], // a line more above the players
  ]) {
    const page = await person(browser, house.url, { ...PHONE, lang });
    await seatAt(page, { game: 'inside-job', seats, ...(roles && { options: { roles } }) });
    for (let moves = 0, chance = luck(2); moves < 3; moves++) {
      await page.waitForSelector(LIT, { state: 'attached' });
      await page.evaluate(() => scrollTo(0, 0));
      const [lowest, prompt] = await page.evaluate(() => [
        Math.max(...[...document.querySelectorAll('.near li button, .near .own > *')].map((one) => one.getBoundingClientRect().bottom)),
        document.querySelector('.prompt').getBoundingClientRect().top,
      ]);
      assert.ok(lowest <= prompt, `${seats} players, ${lang}: ${lowest}, and the prompt begins at ${prompt}`);
      await clickOne(page, chance);
    }
    await page.context().close();
  }
};

tests['a clock stays in sight on a phone'] = async () => {
  const page = await person(browser, house.url, PHONE);
  try {
    await seatAt(page, { game: 'inside-job', seats: 4, clock: 'move', time: 60000 });
    await page.waitForSelector(LIT, { state: 'attached' });
    await page.locator('.near > .own').evaluate((node) => node.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const [{ y }, top] = [await page.locator('.clock').boundingBox(), await page.evaluate(() => scrollY)];
    assert.ok(top > 0 && y >= 0 && y < PHONE.viewport.height, `at ${y}, scrolled by ${top}`);
  } finally {
    await page.context().close();
  }
};
await run(tests);
await browser.close();
await house.close();
