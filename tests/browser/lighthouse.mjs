// lighthouse.mjs FOLDER [WORD...] - Lighthouse, which is installed in FOLDER, on every kind of page; see tools/lighthouse.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { chromium } from '../../web/node_modules/playwright-core/index.mjs';
import { FLAGS, luck, openHouse, playOn, seatAt, SHELL } from './browser.mjs';

const [folder, ...words] = process.argv.slice(2);
const { default: lighthouse } = await import(resolve(folder, 'node_modules/lighthouse/core/index.js'));
const LEAST = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const TIMES = 3;

/** A port that nobody uses. */
const port = await new Promise((done) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});
const profile = await mkdtemp(`${tmpdir()}/lighthouse-`);
const house = await openHouse();
const context = await chromium.launchPersistentContext(profile, {
  executablePath: SHELL,
  args: [...FLAGS, `--remote-debugging-port=${port}`],
});
const page = await context.newPage();
await page.goto(house.url);
const table = async (order, start) => (await page.goto(house.url), await seatAt(page, order, start), page.url());

const PAGES = {
  home: () => house.url,
  new: () => `${house.url}/new/inside-job`,
  waiting: () => table({ game: 'sentient', seats: 4 }, false),
  sentient: () => table({ game: 'sentient', seats: 3 }),
  'inside-job': () => table({ game: 'inside-job', seats: 4 }),
  agents: () => table({ game: 'agents', seats: 3 }),
  rules: () => `${house.url}/rules/sentient`,
  replay: () => `${house.url}/replay`,
  'replay-game': async () => {
    const url = await table({ game: 'sentient', seats: 2 });
    await page.waitForSelector('.board');
    await playOn(page, luck(1));
    return url.replace('/t/', '/replay/');
  },
  history: () => `${house.url}/history`,
};

const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];
let bad = 0;
console.log(['page'.padEnd(14), ...Object.keys(LEAST).map((name) => name.padStart(15))].join(''));
for (const [name, open] of Object.entries(PAGES)) {
  if (words.length && !words.some((word) => name.includes(word))) continue;
  const url = await open();
  await page.goto('about:blank');
  const grades = [];
  let worst;
  for (let i = 0; i < TIMES; i++) {
    const { lhr } = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: Object.keys(LEAST) });
    grades.push(lhr);
    if (!worst || lhr.categories.performance.score < worst.categories.performance.score) worst = lhr;
  }
  const shown = Object.entries(LEAST).map(([category, least]) => {
    const grade = Math.round(100 * median(grades.map(({ categories }) => categories[category].score)));
    if (grade < least) bad++;
    return { category, grade, least };
  });
  console.log([name.padEnd(14), ...shown.map(({ grade }) => String(grade).padStart(15))].join(''));
  for (const { category, grade, least } of shown)
    if (grade < least)
      for (const { id } of worst.categories[category].auditRefs.filter(({ id, weight }) => weight && worst.audits[id].score < 1))
        console.log(`    ${id}: ${worst.audits[id].displayValue ?? worst.audits[id].title}`);
}
await context.close();
await house.close();
await rm(profile, { recursive: true });
process.exit(bad ? 1 : 0);
