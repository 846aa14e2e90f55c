// nodes.mjs - real pages while the nodes of a house are restarted and killed.  tests/scripts/browser-nodes.py has the nodes: a line "do
// WHAT" on standard output asks it for something, and a line of its answer says that it is done.
import { strict as assert } from 'node:assert';
import { createInterface } from 'node:readline';
import { clickOne, good, luck, openBrowser, person, playOn, run, seatAt } from './browser.mjs';

const url = process.argv[2];
const browser = await openBrowser();
const input = createInterface({ input: process.stdin });
const answers = input[Symbol.asyncIterator]();

async function ask(what) {
  console.log(`do ${what}`);
  await answers.next();
}

/** Somebody at a new table with bots, and a spectator: both notice whether their page is loaded again. */
async function table(order) {
  const player = await person(browser, url);
  await seatAt(player, order);
  const spectator = await person(browser, player.url());
  for (const page of [player, spectator]) {
    await page.waitForSelector('.board');
    await page.evaluate(() => (window.same = true));
  }
  return [player, spectator];
}

const lines = (page) => page.locator('.side li button:not(.undo)').count();

/** Clicks until the log has grown by a move. */
async function moveOn(page, chance) {
  const before = await lines(page);
  while ((await lines(page)) <= before && !(await page.locator('#end').count())) {
    await page.waitForSelector('.board [data-move]:enabled, .board [data-pick]:enabled, #end', { state: 'attached' });
    if (!(await page.locator('#end').count())) await clickOne(page, chance);
  }
}

async function finish(player, spectator, chance) {
  await playOn(player, chance);
  await spectator.waitForSelector('#end');
  for (const page of [player, spectator]) {
    assert(await page.evaluate(() => window.same), 'the page was loaded again');
    good(page, 'nodes');
    await page.context().close();
  }
}

await run({
  'all nodes are restarted one after the other during a game, and nobody reloads': async () => {
    const chance = luck(5);
    const [player, spectator] = await table({ game: 'sentient', seats: 3 });
    for (const name of ['n1', 'n2', 'n3']) {
      await moveOn(player, chance);
      await ask(`restart ${name}`);
    }
    await finish(player, spectator, chance);
  },

  'the node of the table is killed during a game, and nobody reloads': async () => {
    const chance = luck(6);
    const [player, spectator] = await table({ game: 'inside-job', seats: 4 });
    await moveOn(player, chance);
    await ask('kill');
    await finish(player, spectator, chance);
  },
});
await browser.close();
input.close();
