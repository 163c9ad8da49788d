export const mode = process.env['MODE'];
