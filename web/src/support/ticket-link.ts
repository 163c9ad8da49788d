export const TICKET_PATH = '/pages/service/service';
export const FAQ_PATH = '/pages/service/faq';
export const FEEDBACK_PATH = '/pages/service/feedback';

export const ticketHref = (query: Record<string, string>): string =>
  `#${TICKET_PATH}?${new URLSearchParams(query).toString()}`;
