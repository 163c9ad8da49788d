export const mallPushes = {
  order: onScreensOnly,
};
