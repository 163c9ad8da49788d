export const read = (text: string) => parseFloat(text) + Number.parseFloat(text);
