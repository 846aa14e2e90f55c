// browser.mjs - what the browser tests share: a house, pages in a real Chromium, and TAP.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { AxeBuilder } from '../../web/node_modules/@axe-core/playwright/dist/index.mjs';
import { chromium } from '../../web/node_modules/playwright-core/index.mjs';

export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const WIDE = { viewport: { width: 1920, height: 1080 } };
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const LATE = 60000; // milliseconds for anything to happen

/** A random generator with a seed, so that every run clicks the same. */
export function luck(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Scripts are faster than people, and all of them come from one address. */
const LIMITS = ['delay=1', 'address-http=10000', 'address-new=100000', 'address-time=100000', 'person-time=100000', 'talk=100000'];

/** Starts a house on a file of its own; bots answer at once, and the deals are the same in every run. */
export async function openHouse(...options) {
  const folder = await mkdtemp(`${tmpdir()}/house-`);
  const build = process.env.BUILD ?? new URL('../../build', import.meta.url).pathname;
  const start = async () => {
    const child = spawn(
      `${build}/release/tests/steady`,
      ['serve', '--port', house.port ?? '0', '--data', `${folder}/house.db`, ...LIMITS.flatMap((limit) => ['--limit', limit]), ...options],
      { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, SAFEHOUSE_SEED: String(++house.starts) } },
    );
    house.child = child;
    const words = await new Promise((resolve) => child.stdout.once('data', resolve));
    house.url = String(words).trim().split(' ').at(-1);
    house.port = new URL(house.url).port;
  };
  const stop = (signal = 'SIGTERM') =>
    new Promise((resolve) => {
      house.child.once('exit', resolve);
      house.child.kill(signal);
    });
  const house = { starts: 0, start, stop, close: async () => (await stop(), await rm(folder, { recursive: true })) };
  await start();
  return house;
}

export const SHELL = '/usr/bin/chromium-headless-shell';
export const openBrowser = () => chromium.launch({ executablePath: SHELL, args: FLAGS });

/** A person's page: a browser of its own, with others' moves shown at once.  Errors of the page are kept in page.wrong. */
export async function person(browser, url, { lang = 'en', dark = false, pace = 0, ...shape } = DESKTOP) {
  const context = await browser.newContext({
    ...shape,
    locale: lang,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  await context.addInitScript(
    (kept) => Object.entries(kept).forEach(([key, value]) => localStorage.getItem(key) ?? localStorage.setItem(key, value)),
    { pace: String(pace), sound: 'false' },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(LATE);
  page.wrong = [];
  pages.add(page);
  page.on('pageerror', (error) => page.wrong.push(error.message));
  page.on(
    'console',
    (line) => line.type() === 'error' && !/ERR_CONNECTION_REFUSED|WebSocket connection/.test(line.text()) && page.wrong.push(line.text()),
  );
  await page.goto(url);
  return page;
}

/** Makes a table over the protocol, as the page would, takes a seat and opens the table's page, until all of it is drawn.  With `start`, bots have the other seats. */
export async function seatAt(page, order, start = true) {
  await page
    .evaluate(
      async ([order, start]) => {
        const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws');
        const ask = (message) =>
          new Promise((resolve, reject) => {
            const re = Math.floor(Math.random() * 1e9);
            const listen = (e) => {
              const answer = JSON.parse(e.data);
              if (answer.re !== re) return;
              socket.removeEventListener('message', listen);
              answer.error ? reject(new Error(answer.text)) : resolve(answer);
            };
            socket.addEventListener('message', listen);
            socket.send(JSON.stringify({ ...message, re }));
          });
        const hello = await new Promise((resolve) => (socket.onmessage = (e) => resolve(JSON.parse(e.data))));
        if (!hello.you) {
          const { you } = await ask({ do: 'enter', name: 'Ada' });
          await fetch('/cookie', { method: 'POST', body: you.token });
        }
        const { table } = await ask({ do: 'make', bot: 'random', backs: true, ...order });
        await ask({ do: 'sit', seat: 0, nonce: '00' });
        if (start) await ask({ do: 'start' });
        socket.close();
        return table;
      },
      [order, start],
    )
    .then((table) => page.goto(new URL(`/t/${table}`, page.url()).href));
  await page.waitForSelector('.table:not(.unfinished)');
}

/** The controls that can be used now. */
export const LIT = '.board [data-move]:enabled, .board [data-pick]:enabled, .discussion button';

/** Plays to the end by clicking what is lit; returns how many clicks it took. */
export async function playOn(page, chance, most = 2000) {
  for (let clicks = 0; clicks < most; clicks++) {
    await page.waitForSelector(`${LIT}, #end`, { state: 'attached' });
    if (await page.locator('#end').count()) return clicks;
    await clickOne(page, chance);
  }
  throw new Error(`the game is not over after ${most} clicks`);
}

/** Clicks one of the lit controls, more often one that plays a move than one that picks a part of it. */
export async function clickOne(page, chance) {
  const moves = page.locator('.board [data-move]:enabled:visible');
  const picks = page.locator('.board [data-pick]:enabled:visible');
  const ready = page.locator('.discussion button:visible');
  const [m, p] = [await moves.count(), await picks.count()];
  const choice = m && (!p || chance(8)) ? moves.nth(chance(m)) : picks.nth(chance(Math.max(p, 1)));
  const lit = (await ready.count()) ? ready : choice;
  await lit.click({ timeout: 3000 }).catch((why) => {
    if (!/detached|not (visible|enabled|stable)|Timeout|intercepts/.test(why.message)) throw why; // the board has changed since
  });
}

/** The texts of a board that are rendered smaller than this, with their sizes in pixels of the screen, pictures included. */
export const tooSmall = (page, least) =>
  page.evaluate((least) => {
    const found = new Set();
    const walker = document.createTreeWalker(document.querySelector('.play > .board'), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.parentElement;
      if (!node.data.trim() || at.closest('.unseen') || !at.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { height } = at.getBoundingClientRect();
      const scaled = at.offsetHeight && Math.abs(height - at.offsetHeight) > 1; // it is rounded
      const scale = at.ownerSVGElement ? at.getScreenCTM().d : scaled ? height / at.offsetHeight : 1;
      const size = parseFloat(getComputedStyle(at).fontSize) * scale;
      if (size < least - 0.05) found.add(`${size.toFixed(1)} px: ${at.className?.baseVal ?? at.className}: ${node.data.trim()}`);
    }
    return [...found];
  }, least);

/** What is wrong with the screen: accessibility, width, and errors of the page. */
export async function faults(page) {
  await page.evaluate(() => scrollTo(0, 0)); // what stays in sight lies on nothing there
  const touch = page.viewportSize().width < 700;
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode() // without a page of its own for frames, of which there are none: that takes half of the time
    .options({ rules: { 'target-size': { enabled: touch } }, resultTypes: ['violations'] })
    .analyze();
  const found = violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join('; ')}`,
  );
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wide > 0) found.push(`the screen is ${wide} pixels too wide`);
  return [...found, ...page.wrong];
}

export const good = (page, label) => {
  if (page.wrong.length) throw new Error(`${label}: ${page.wrong.join('; ')}`);
};

const pages = new Set();

/** What a page shows, and its errors: for who reads why a test failed. */
const shown = async (page) =>
  JSON.stringify([(await page.locator('body').innerText({ timeout: 3000 }).catch(String)).slice(0, 400), ...page.wrong]);

/** Runs tests one after the other and says how they went: all, or those whose name has ONLY of the environment in it. */
export async function run(tests) {
  let number = 0;
  const chosen = Object.entries(tests).filter(([name]) => name.includes(process.env.ONLY ?? ''));
  console.log(`1..${chosen.length}`);
  for (const [name, test] of chosen) {
    number++;
    const began = performance.now();
    try {
      await test();
      console.log(`ok ${number} - ${name} # ${((performance.now() - began) / 1000).toFixed(1)} s`);
    } catch (why) {
      console.log(`not ok ${number} - ${name}`);
      for (const line of String(why.stack ?? why)
        .split('\n')
        .slice(0, 12))
        console.log(`# ${line}`);
      for (const page of pages) if (!page.isClosed()) console.log(`# ${page.url()}: ${await shown(page)}`);
    }
  }
}
