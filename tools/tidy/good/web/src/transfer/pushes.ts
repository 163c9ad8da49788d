export const transferPushes = {
  'notice.transfer': () => undefined,
};
