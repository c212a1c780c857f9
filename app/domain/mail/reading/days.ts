export const weekday = /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b/i;

/** "Tuesdays" */
export const isWeekly = (day: string): boolean =>
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b/i.test(day);

/** "Next week" and "in May" name no day. */
export const isExact = (day: string): boolean =>
  endOfMonth.test(day) ||
  (/\d/.test(day) && !/^\W*(?:in |for |of )?[a-z]+ \d{4}$/i.test(day)) ||
  weekday.test(day) ||
  !(periods.test(day) || monthBegins.test(day));

const periods = /\b(?:week|month|year|term|season|autumn|spring|summer|winter|weekend)/i;
const endOfMonth = /\bend of (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const monthBegins = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
