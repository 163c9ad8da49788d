/** Orders two versions such as 1.2.3 by their numbers; missing or odd parts count as 0. */
export function compareVersions(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return 0;
}

function partsOf(version: string): number[] {
  return version.split('.').map((part) => (/^\d{1,6}$/.test(part) ? Number(part) : 0));
}

/** On what the app runs: a browser, or the web view of a package. */
export const appPlatforms = ['web', 'ios', 'android'] as const;
export type AppPlatform = (typeof appPlatforms)[number];

/** Whether an app must be, or can be, brought up to date (specification, version check). */
export function updateOf(
  app: string,
  published: string,
  required: string,
): 'none' | 'available' | 'required' {
  if (compareVersions(app, required) < 0) return 'required';
  return compareVersions(app, published) < 0 ? 'available' : 'none';
}
