import multipart from '@fastify/multipart';
import type { Call } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import { PICTURE_BYTES_MAX } from '../files/picture.ts';
import { NotAnswered } from './failure.ts';
import type { Api } from './serve.ts';

/** The field that carries the file (specification §7). */
const FIELD = 'upfile';
/** Room for boundaries and part headers beside the file. */
const FRAME_BYTES = 16 * 1024;

/** Serves a call that takes one file. Only here is multipart understood; elsewhere it is 415. */
export async function serveUpload(
  api: Api,
  call: Call,
  handler: (actor: Actor, bytes: Buffer, input: unknown) => Promise<unknown>,
): Promise<void> {
  await api.server.register(async (server) => {
    await server.register(multipart, {
      throwFileSizeLimit: true,
      limits: {
        fileSize: PICTURE_BYTES_MAX,
        files: 1,
        fields: 0,
        parts: 1,
        headerPairs: 10,
        fieldNameSize: 64,
      },
    });
    api.pipeline.serveRaw(server, call, PICTURE_BYTES_MAX + FRAME_BYTES, async (actor, request, input) =>
      handler(actor, await readFile(request), input),
    );
  });
}

/** Reads the one file into memory. Refuses `setting.notpicture` when it is missing, `setting.picturetoobig` beyond 5 MiB. */
async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new NotAnswered(415, new Refusal('setting.notpicture'));
  try {
    let bytes: Buffer | undefined;
    // To the very end: what stands behind the file is refused, too.
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== FIELD || bytes) throw new Refusal('setting.notpicture');
      bytes = await part.toBuffer();
    }
    if (!bytes) throw new Refusal('setting.notpicture');
    return bytes;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      throw new Refusal('setting.picturetoobig');
    if (error instanceof Refusal) throw error;
    // Too many parts, fields beside the file, a broken frame: it is not what a picture picker sends.
    throw new Refusal('setting.notpicture');
  }
}
