export const later = (work: () => void) => setTimeout(work, 1);
