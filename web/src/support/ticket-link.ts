export const ticketPath = '/pages/service/service';
export const faqPath = '/pages/service/faq';
export const feedbackPath = '/pages/service/feedback';

export const ticketHref = (query: Record<string, string>): string =>
  `#${ticketPath}?${new URLSearchParams(query).toString()}`;
