/** A browser may still be reading when the click has returned. */
const READ_MS = 10_000;

/** Puts a file that was made on the device among its downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}
