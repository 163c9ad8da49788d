export const AScreen = () => useTexts('swap')('title');
