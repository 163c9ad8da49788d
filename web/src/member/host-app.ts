import type { AppPlatform } from '@openmere/core/setting/version.ts';

/** The version of these files; also in package.json of this room. */
const OWN_VERSION = '1.0.0';

/**
 * What the app runs in: a browser, or the web view of a package, which says so in its user agent (`Openmere/1.2.0 (ios)`). A
 * package is brought up to date by the App Store or by hand, a page by a reload.
 */
export function hostApp(): { platform: AppPlatform; version: string } {
  const [, version, platform] =
    /\bOpenmere\/(\d{1,4}\.\d{1,4}\.\d{1,4}) \((ios|android)\)/.exec(navigator.userAgent) ?? [];
  return version !== undefined && (platform === 'ios' || platform === 'android')
    ? { platform, version }
    : { platform: 'web', version: OWN_VERSION };
}

/** What a package says when it could not install an apk: `new CustomEvent('apkfailure', { detail })` on the window. */
export type ApkFailure = { code: string; message: string };

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export function onApkFailure(listener: (failure: ApkFailure) => void): () => void {
  const hear = (event: Event): void => {
    const { code, message } = ((event as CustomEvent<unknown>).detail ?? {}) as Record<string, unknown>;
    listener({ code: textOf(code).slice(0, 40) || '?', message: textOf(message).slice(0, 300) });
  };
  addEventListener('apkfailure', hear);
  return () => removeEventListener('apkfailure', hear);
}
