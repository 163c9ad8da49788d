import type { Finding, Rule, Source } from '../tree.ts';

/** A reason stands in brackets and is more than a name. */
const MARK = /(?:\/\/|\/\*|\*|--|\{\/\*).*\b(TODO|FIXME|XXX|HACK)\b(?!\([^)]{10,}\):? \S)/;
const STATEMENT =
  /^(const|let|var|return|import|export|await|throw|if \(|for \(|while \(|\}|\w+(\.\w+)*\(.*\);|\w+(\.\w+)* = .+;|<\/?[A-Za-z]\w*[ />])/;
const ENDS_AS_CODE = /[;{},>]$|\)$/;

/** The text of a comment line, without its marks; undefined for a line that is none. */
function readComment(line: string): string | undefined {
  return /^\s*(?:\/\/|--)\s?(.*)$/.exec(line)?.[1]?.trim();
}

function checkFile(file: Source): Finding[] {
  return file.text.split('\n').flatMap((line, index) => {
    const at = (message: string): Finding => ({ path: file.path, line: index + 1, message });
    if (MARK.test(line)) return [at('a mark without its reason: TODO(why it waits, and for what): …')];
    const comment = readComment(line);
    const isCode = comment !== undefined && STATEMENT.test(comment) && ENDS_AS_CODE.test(comment);
    return isCode ? [at('code in a comment: delete it, the history keeps it')] : [];
  });
}

export const comments: Rule = {
  name: 'comments',
  about: 'No TODO without a reason, no commented-out code.',
  check: (tree) =>
    tree.files.filter((file) => !file.path.startsWith('tools/tidy/')).flatMap((file) => checkFile(file)),
};
