/** The push services of the browsers that have web push; what they may hand out as addresses. */
const services = ['fcm.googleapis.com', 'push.services.mozilla.com', 'notify.windows.com', 'push.apple.com'];

/**
 * Whether an address is one of a browser's push service: a member names it and this server calls it, so nothing else is called, no
 * machine of the house, no other port.
 */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    services.some((service) => hostname === service || hostname.endsWith(`.${service}`))
  );
}
