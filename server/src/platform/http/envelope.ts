import { wireWordOf } from '@openmere/core/errors.ts';
import type { Call, Envelope, Page, RefusalData } from '@openmere/core/kit/call.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import type { Refusal } from '@openmere/core/kit/refusal.ts';
import { readableParams, translate } from '../text.ts';

/**
 * The answer of a call. What the contract's output does not name is left out, so a use case cannot leak a column by
 * answering a whole row; what the contract demands and is missing is a bug and throws. In production the compiled
 * serializer alone sees to that (answer-schema.ts); `parses`, in tests and development, also checks each value.
 */
export function answerOf(call: Call, result: unknown, parses: boolean): Envelope {
  const done = { success: true, msg: '', code: 'ok' };
  const checked = (value: unknown): unknown => (parses ? call.output.parse(value) : value);
  if (call.answer === 'none') return { ...done, data: null, list: [] };
  if (call.answer === 'data') return { ...done, data: checked(result), list: [] };
  const page = result as Page<unknown>;
  const list = parses ? page.list.map(checked) : page.list;
  const total = page.total ?? (page.cursor === undefined ? list.length : undefined);
  const data = page.cursor === undefined ? null : { cursor: page.cursor };
  return { ...done, data, list, ...(total === undefined ? {} : { total }) };
}

/**
 * A refused answer: the wire word, the exact reason with its figures, the sentence in the asked language. Who is kept out can ask about it:
 * by the number of what was written down, or by that of the request, which the log has with its reason.
 */
export function refusalOf(refusal: Refusal, locale: Locale, requestId?: string): Envelope {
  const { field, ...params } = refusal.params;
  const code = wireWordOf(refusal.code);
  const data: RefusalData = { reason: refusal.code, params };
  if (typeof field === 'string') data.field = field;
  let msg = translate(locale, refusal.code, readableParams(locale, refusal.params));
  if (code === 'barred' && requestId !== undefined && params['ref'] === undefined) {
    data.params = { ...params, ref: requestId };
    msg += translate(locale, 'platform.reference', { ref: requestId });
  }
  return { success: false, msg, data, list: [], code };
}
