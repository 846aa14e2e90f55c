// device.ts - what a browser is called in the list of somebody's devices.

/** The first that is found in the user agent counts: most browsers also name those that they want to pass for. */
const BROWSERS: [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrom|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const named = (list: [RegExp, string][], agent: string) => list.find(([mark]) => mark.test(agent))?.[1];

/** "Firefox, Linux", as far as it can be told. */
export const deviceLabel = (agent: string): string =>
  [named(BROWSERS, agent), named(SYSTEMS, agent)].filter(Boolean).join(', ') || 'Browser';
