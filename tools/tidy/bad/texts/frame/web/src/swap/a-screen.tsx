export const AScreen = () => useTexts('app')('retry') + useTexts('swap')('title');
