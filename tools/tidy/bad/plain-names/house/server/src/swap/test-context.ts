export function openHouse(): void {}
