// screens.mjs - every screen at both sizes, light and dark, in one language or another: it is accessible, not too wide, and has no errors.
//
//     node tests/browser/screens.mjs [FOLDER [LANG]]    also saves a picture of each there, in English or another language
import { strict as assert } from 'node:assert';
import { clickOne, DESKTOP, faults, luck, openBrowser, openHouse, person, PHONE, playOn, run, seatAt } from './browser.mjs';

const [folder, only = folder && 'en'] = process.argv.slice(2);
const LANGS = ['en', 'pl', 'ru'];
const house = await openHouse();
const browser = await openBrowser();

const lit = '.board [data-move]:enabled, .board [data-pick]:enabled, #end';

async function midGame(page, order, clicks) {
  await seatAt(page, order);
  const chance = luck(4);
  for (let i = 0; i < clicks; i++) {
    await page.waitForSelector(lit, { state: 'attached' });
    if (!(await page.locator('#end').count())) await clickOne(page, chance);
  }
  await page.waitForSelector(lit, { state: 'attached' });
}

/** A record from a file, at a moment. */
async function watch(page, record, moment) {
  await page.goto(`${house.url}/replay`);
  await page.locator('input[type=file]').setInputFiles(new URL(`../golden/${record}.record`, import.meta.url).pathname);
  await page.locator('input[type=range]').fill(String(moment));
  await page.locator('input[type=range]').blur();
  await page.locator('.board').first().waitFor();
}

const SCREENS = {
  home: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  menu: (page) => page.locator('header button').click(),
  new: (page) =>
    page
      .goto(`${house.url}/new/inside-job`)
      .then(() => page.locator('summary').click())
      .then(() => page.locator('.role').first().waitFor()),
  waiting: (page) => seatAt(page, { game: 'sentient', seats: 4 }, false).then(() => page.locator('.waiting img').waitFor()),
  'rules-sentient': (page) => page.goto(`${house.url}/rules/sentient#S5.6`).then(() => page.locator('.marked').waitFor()),
  'rules-inside-job': (page) => page.goto(`${house.url}/rules/inside-job`).then(() => page.locator('#J3').waitFor()),
  'rules-agents': (page) => page.goto(`${house.url}/rules/agents`).then(() => page.locator('#A4').waitFor()),
  sentient: (page) => midGame(page, { game: 'sentient', seats: 3, bot: 'sensible' }, 12),
  'sentient-4': (page) => midGame(page, { game: 'sentient', seats: 4, bot: 'sensible' }, 3),
  'inside-job': (page) => midGame(page, { game: 'inside-job', seats: 4, bot: 'sensible' }, 5),
  'inside-job-larry': (page) => midGame(page, { game: 'inside-job', seats: 2, bot: 'sensible' }, 3),
  'inside-job-roles': (page) => midGame(page, { game: 'inside-job', seats: 5, bot: 'sensible', options: { roles: 'inner-circle' } }, 2),
  agents: (page) => midGame(page, { game: 'agents', seats: 3, bot: 'sensible' }, 25),
  'agents-2': (page) => midGame(page, { game: 'agents', seats: 2, bot: 'sensible' }, 16),
  'agents-5': (page) => midGame(page, { game: 'agents', seats: 5, bot: 'sensible' }, 8),
  plain: (page) => midGame(page, { game: 'dead-drop', seats: 3 }, 3),
  end: (page) => seatAt(page, { game: 'sentient', seats: 2, bot: 'sensible' }).then(() => playOn(page, luck(2))),
  'end-inside-job': (page) => seatAt(page, { game: 'inside-job', seats: 4, bot: 'sensible' }).then(() => playOn(page, luck(1))),
  'end-agents': (page) =>
    seatAt(page, { game: 'agents', seats: 3, bot: 'sensible', options: { goal: '12' } }).then(() => playOn(page, luck(3))),
  talk: (page) => midGame(page, { game: 'inside-job', seats: 4, bot: 'sensible' }, 2).then(() => page.getByRole('tab').nth(1).click()),
  replay: (page) => page.goto(`${house.url}/replay`).then(() => page.locator('input[type=file]').waitFor({ state: 'attached' })),
  'replay-inside-job': (page) => watch(page, 'inside-job-cell', 60),
  'replay-sentient': (page) => watch(page, 'sentient-4', 90),
  'replay-agents': (page) => watch(page, 'agents-4', 80),
  'replay-points': (page) => watch(page, 'agents-2', 120).then(() => page.getByRole('tab').nth(1).click()),
  'replay-checks': (page) => watch(page, 'sentient-2', 20).then(() => page.getByRole('tab').nth(2).click()),
  refusal: (page) =>
    page
      .goto(`${house.url}/new/inside-job`)
      .then(() => page.locator('summary').click())
      .then(() => page.locator('.role input').nth(-1).check()) // three roles are too many
      .then(() => page.locator('.role input').nth(-2).check())
      .then(() => page.locator('.role input').nth(-3).check())
      .then(() => page.getByRole('alert').waitFor()),
  history: (page) =>
    seatAt(page, { game: 'inside-job', seats: 3, bot: 'sensible' })
      .then(() => playOn(page, luck(2)))
      .then(() => page.goto(`${house.url}/history`))
      .then(() => page.locator('table').waitFor()),
  nowhere: (page) => page.goto(`${house.url}/t/nothing`).then(() => page.locator('.alone a').waitFor()),
};

const tests = {};
let i = 0;
for (const [name, show] of Object.entries(SCREENS)) {
  for (const [size, shape] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    const lang = only ?? LANGS[(i >> 1) % 3]; // of both sizes of a screen
    const dark = i++ % 3 === 2;
    tests[`${name}, ${size}, ${lang}${dark ? ', dark' : ''}`] = async () => {
      const page = await person(browser, house.url, { ...shape, dark, lang });
      try {
        await show(page);
        await page.evaluate(() => document.fonts.ready);
        if (folder) await page.screenshot({ path: `${folder}/${name}-${size}.png`, scale: 'css' });
        assert.deepEqual(await faults(page), []);
      } finally {
        await page.context().close();
      }
    };
  }
}

for (const [game, lang] of [
  ['sentient', 'pl'],
  ['inside-job', 'ru'],
  ['agents', 'en'],
])
  tests[`every picture in the rules of ${game} is drawn`] = async () => {
    const page = await person(browser, `${house.url}/rules/${game}`, { ...PHONE, lang });
    await page.locator('figure').first().waitFor();
    for (const figure of await page.locator('figure').all()) {
      await figure.scrollIntoViewIfNeeded(); // it is drawn when it comes into sight
      await page.waitForFunction((one) => one.firstElementChild.clientHeight >= 40, await figure.elementHandle());
    }
    assert.deepEqual(await faults(page), []);
    await page.context().close();
  };

tests['the first load is small, and quick'] = async () => {
  const page = await person(browser, 'about:blank');
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  await session.send('Network.enable');
  session.on('Network.loadingFinished', (e) => (bytes += e.encodedDataLength));
  const hosts = new Set();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(house.url);
  await page
    .getByRole('button', { name: /Play now/ })
    .first()
    .waitFor();
  await page.evaluate(() => document.fonts.ready);
  assert.ok(bytes <= 150000, `${bytes} bytes`);
  assert.deepEqual([...hosts], [new URL(house.url).host]);
  await page.context().close();
};
await run(tests);
await browser.close();
await house.close();
