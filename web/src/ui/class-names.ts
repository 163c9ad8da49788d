/** Joins the class names that apply; leaves out what is false or undefined. */
export function classNames(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
