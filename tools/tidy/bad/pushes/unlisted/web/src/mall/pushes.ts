export const mallPushes = {
  order: () => refresh('Order/List'),
};
