import { whole } from './define.ts';

/** Help (rulebook §13): tickets that are not closed, messages of an hour, and until when a message opens a closed ticket again. */
export const supportOpenTickets = whole('support.openTickets', '5', ['1', '50']);
export const supportMessagesPerHour = whole('support.messagesPerHour', '30', ['5', '500']);
export const supportReopenDays = whole('support.reopenDays', '14', ['0', '365']);
/** Feedback of one member in a day, and of all visitors in an hour. */
export const supportFeedbackPerDay = whole('support.feedbackPerDay', '10', ['1', '100']);
export const supportVisitorsPerHour = whole('support.visitorsPerHour', '60', ['0', '1000']);
