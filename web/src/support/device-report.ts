import { hostApp } from '../member/host-app.ts';
import { failedCalls } from '../platform/api-client.ts';
import { currentLocale } from '../platform/i18n.ts';

/** As much as a message may hold. */
const REPORT_MAX = 2_000;

/**
 * What the app knows of itself and the device, for support: in English, whatever the member reads. No address, no name, no balance, and of
 * calls that failed only which and why.
 */
export function readDeviceReport(): string {
  const { platform, version } = hostApp();
  const { effectiveType } = (navigator as { connection?: { effectiveType?: string } }).connection ?? {};
  const lines = [
    `App: ${version} (${platform})`,
    `Language: ${currentLocale()}, time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
    `Browser: ${navigator.userAgent}`,
    `Window: ${innerWidth} × ${innerHeight}, ${devicePixelRatio} pixels per point`,
    `Network: ${navigator.onLine ? 'online' : 'offline'}${effectiveType === undefined ? '' : `, ${effectiveType}`}`,
    `Last failed calls: ${failedCalls.length === 0 ? 'none' : ''}`,
    ...failedCalls.map((line) => line.replace(/\?\S*/, '')),
  ];
  const text = lines.map((line) => line.replace(/[^\x20-\x7e×]/g, '').trim()).join('\n');
  return text.slice(0, REPORT_MAX).trim();
}
