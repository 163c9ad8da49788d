export function stage(): void {}
