/** What people say, where, and the instant that is meant. */
export const clockChanges = [
  ["2027-03-28T02:30", "Europe/Berlin", "2027-03-28T03:30+02:00"],
  ["2027-10-31T02:30", "Europe/Berlin", "2027-10-31T02:30+02:00"],
  ["2027-03-14T02:30", "America/New_York", "2027-03-14T03:30-04:00"],
  ["2027-11-07T01:30", "America/New_York", "2027-11-07T01:30-04:00"],
  ["2027-04-30T00:00", "Africa/Cairo", "2027-04-30T01:00+03:00"],
  ["2027-03-14T00:30", "America/Havana", "2027-03-14T01:30-04:00"],
  ["2027-10-03T02:15", "Australia/Lord_Howe", "2027-10-03T02:45+11:00"],
  ["2027-04-04T01:45", "Australia/Lord_Howe", "2027-04-04T01:45+11:00"],
  ["2027-09-26T02:50", "Pacific/Chatham", "2027-09-26T03:50+13:45"],
  ["2027-03-28T00:00", "Asia/Beirut", "2027-03-28T01:00+03:00"],
] as const;
