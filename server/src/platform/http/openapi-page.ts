import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The reader is a public library that writes styles and markup by itself, so this one page has a policy of its own. */
const POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Openmere API</title>
<link rel="stylesheet" href="/openapi/swagger-ui.css">
</head>
<body>
<div id="reader"></div>
<script src="/openapi/swagger-ui-bundle.js"></script>
<script src="/openapi/start.js"></script>
</body>
</html>
`;

/** The console keeps its session in the tab (console/src/platform/session.ts); elsewhere there is none, and none is needed. */
const START = `const token = sessionStorage.getItem('openmere.console.token');
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reader',
  deepLinking: false,
  validatorUrl: null,
  requestInterceptor: (request) => {
    if (token) request.headers.Token = token;
    return request;
  },
});
`;

/** Who may read the document; everybody unless told. */
export type OpenApiOptions = { mayRead?: (request: FastifyRequest) => Promise<boolean> };

const ASSETS = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

/** `/openapi.json` and a page to read it; everything comes from our own origin. `documentOf` is asked once, when needed. */
export function serveOpenApi(
  server: FastifyInstance,
  documentOf: () => object,
  { mayRead }: OpenApiOptions = {},
): void {
  let document: string | undefined;
  server.get('/openapi.json', async (request, reply): Promise<FastifyReply> => {
    if (mayRead && !(await mayRead(request))) {
      const refused = { success: false, msg: 'Log in to the console first.', code: 'notlogin' };
      return reply.code(401).send(refused);
    }
    document ??= JSON.stringify(documentOf());
    return reply.type('application/json; charset=utf-8').send(document);
  });
  server.get('/openapi', (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  );
  server.get('/openapi/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  );
  for (const [name, type] of Object.entries(ASSETS)) {
    server.get(`/openapi/${name}`, async (_request, reply) => {
      const file = await readFile(fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`)));
      return reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(file);
    });
  }
}
