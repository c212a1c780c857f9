import { expect, test } from "vitest";
import { withoutPrivate } from "#app/domain/mail/reading/ask-model.server.ts";

test.each([
  "office@oakhill.example",
  "https://oakhill.example/choir",
  "www.oakhill.example",
  "oakhill.example/pay?child=emma",
  "oakhill.com",
  "0207 555 0123",
  "+44 (0)20 7555 0123",
  "(201) 555-0123",
  "06 12 34 56 78",
  "8812345",
  "GB29 NWBK 6016 1331 9268 19",
  "20-00-00 5577 9911",
  "4111 1111 1111 1111",
])("the model does not get %s", (written) => {
  expect(withoutPrivate(`Please pay by Friday to ${written} or call us`)).toBe(
    "Please pay by Friday to ... or call us",
  );
});

test.each([
  "9.50",
  "Year 4",
  "11 June 2027",
  "14-18 June",
  "04.06.2027",
  "2027-06-04",
  "6/4/27 at 3.15pm",
  "09:30-11:00",
  "9.30 – 11.00",
  "04.06.2027 15:15",
])("the model gets %s", (written) => {
  expect(withoutPrivate(`Please come on ${written}, or call us`)).toContain(written);
});
