type Policies = {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown;
};

/** Plain text for a sink that takes HTML; null refuses whatever could open a tag or an entity. */
export function checkPlainText(text: string): string | null {
  return /[<&]/.test(text) ? null : text;
}

/**
 * The page is served with `require-trusted-types-for 'script'`, and the component library writes its style sheets by
 * `innerHTML`. This lets such text through and nothing that could become an element: a script stays impossible.
 */
export function allowStyleText(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  trustedTypes?.createPolicy('default', { createHTML: checkPlainText });
}
