// table.mjs - people at one table: coming by link, talking, going away and coming back, another game.
import { strict as assert } from 'node:assert';
import { clickOne, DESKTOP, good, luck, openBrowser, openHouse, person, PHONE, playOn, run, seatAt } from './browser.mjs';

const house = await openHouse();
const browser = await openBrowser();

/** Two people at a new table of three, the third seat a bot's: [host, friend, chance]. */
async function pair(order, shape = DESKTOP) {
  const host = await person(browser, house.url);
  await seatAt(host, { seats: 3, ...order }, false);
  const link = await host.locator('.link').textContent();
  const friend = await person(browser, link, shape);
  await friend.getByRole('button', { name: 'Sit here' }).first().click();
  await host.locator('.waiting').getByText('Guest').waitFor();
  await host.getByRole('button', { name: /^Start/ }).click();
  return [host, friend, luck(7)];
}

const board = (page) => page.waitForSelector('.board');
const close = (...pages) => Promise.all(pages.map((page) => page.context().close()));
const over = (page) => page.locator('#end').count();

/** Both play until one has made so many clicks, or the game is over. */
async function playBoth(a, b, chance, clicks = 1e9) {
  const lit = '.board [data-move]:enabled, .board [data-pick]:enabled, #end';
  for (let i = 0; i < clicks; i++) {
    const page = await Promise.any([a, b].map(async (one) => (await one.waitForSelector(lit, { state: 'attached' }), one)));
    if (await over(page)) return;
    await clickOne(page, chance);
  }
}

await run({
  'a friend comes by the link; one browser is killed in the middle and opened again': async () => {
    const [host, friend, chance] = await pair({ game: 'inside-job' }, PHONE);
    await Promise.all([board(host), board(friend)]);
    await playBoth(host, friend, chance, 8);
    const cookies = await friend.context().cookies();
    const url = friend.url();
    await friend.context().close();
    await host.waitForFunction(() => document.querySelector('.seats')?.textContent.includes('away'));
    const back = await person(browser, house.url);
    await back.context().addCookies(cookies);
    await back.goto(url);
    await board(back);
    assert.match(await back.locator('.seats').textContent(), /Guest\s*you/);
    await playBoth(host, back, chance);
    await back.waitForSelector('#end');
    good(host, 'host');
    good(back, 'friend');
    await close(host, back);
  },

  'the house dies and opens again: pages come back by themselves and nothing is lost': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'sentient', seats: 2 });
    await board(page);
    const chance = luck(3);
    for (let i = 0; i < 6; i++) {
      await page.waitForSelector('.board [data-move]:enabled, .board [data-pick]:enabled', { state: 'attached' });
      await clickOne(page, chance);
    }
    await page.waitForSelector('.board [data-move]:enabled, .board [data-pick]:enabled', { state: 'attached' });
    const before = await page.locator('.side li button').allTextContents();
    await house.stop('SIGKILL');
    await page.getByText('The connection is lost').waitFor();
    await house.start();
    await page.getByText('The connection is lost').waitFor({ state: 'detached' });
    await page.waitForSelector('.board [data-move]:enabled, .board [data-pick]:enabled', { state: 'attached' });
    assert.deepEqual(await page.locator('.side li button').allTextContents(), before);
    await playOn(page, chance);
    await close(page);
  },

  'talk is heard at once, statements are read in the own language': async () => {
    const [host, friend] = await pair({ game: 'inside-job' });
    await Promise.all([board(host), board(friend)]);
    for (const page of [host, friend]) await page.getByRole('tab', { name: 'Talk' }).click();
    await host.getByPlaceholder('Say something to all').fill('Hello <b>you</b>');
    await host.keyboard.press('Enter');
    await friend.getByText('Hello <b>you</b>').waitFor();
    await friend.getByRole('button', { name: 'Guest', exact: true }).click();
    await friend.getByRole('button', { name: 'Polski' }).click();
    await friend.keyboard.press('Escape');
    await host.getByRole('button', { name: 'I suspects ….' }).or(host.locator('.states button').first()).first().click();
    await host.locator('.about').getByRole('button').click();
    await friend.getByText(/podejrzewa/).first().waitFor();
    await close(host, friend);
  },

  'who looks on sees the table and has nothing to click': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'agents', seats: 2, onlookers: true });
    await board(page);
    const other = await person(browser, page.url());
    await board(other);
    assert.equal(await other.locator('.board [data-move]:enabled').count(), 0);
    await close(page, other);
  },

  'leave to a bot and come back; all want to end it': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'sentient', seats: 2 });
    await board(page);
    await page.getByRole('button', { name: 'End the game' }).click();
    await page.getByRole('heading', { name: 'The game was ended by a vote.' }).waitFor();
    await close(page);
  },

  'another game with the same people': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'inside-job', seats: 3 });
    await board(page);
    await playOn(page, luck(5));
    const first = page.url();
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.waitForFunction((url) => location.href !== url, first);
    await board(page);
    good(page, 'again');
    await close(page);
  },

  'a new table from the form, seen by others in the list': async () => {
    const page = await person(browser, house.url);
    await page.getByRole('link', { name: /With friends.*Inside Job/ }).click();
    await page.getByLabel('Your name').fill('Grace');
    await page.getByRole('group', { name: 'How many play?' }).getByRole('button', { name: '5' }).click();
    await page.getByLabel('List it on the start page').check();
    await page.getByRole('button', { name: 'Make the table' }).click();
    await page.getByText('Copy the link').waitFor();
    const other = await person(browser, house.url);
    await other.getByRole('link', { name: /Inside Job.*Grace/ }).click();
    await other.getByRole('button', { name: 'Sit here' }).first().click();
    await page.getByRole('button', { name: 'Send away' }).click();
    await other.getByRole('button', { name: 'Sit here' }).first().waitFor();
    await close(page, other);
  },

  'the same person on another device': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'inside-job', seats: 3 });
    await board(page);
    await page.getByRole('button', { name: 'Ada', exact: true }).click();
    await page.getByRole('button', { name: 'Go on with another device' }).click();
    const link = await page.locator('#menu a[target]').textContent();
    const phone = await person(browser, link, PHONE);
    await phone.getByRole('button', { name: 'Ada', exact: true }).waitFor();
    await phone.getByRole('link', { name: /Inside Job/ }).first().waitFor();
    await close(page, phone);
  },
});
await browser.close();
await house.close();
