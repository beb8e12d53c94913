/** The first that matches; many browsers name others too. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** “Firefox on Windows”, from what a browser says of itself. */
export function deviceName(agent: string | null): string {
  if (agent === null) return 'Unknown device';
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)];
  if (browser === undefined && system === undefined) return 'Unknown device';
  if (browser === undefined) return `A program on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function nameIn(names: readonly (readonly [RegExp, string])[], agent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(agent))?.[1];
}
