import Fastify from 'fastify';
export const list = Fastify;
