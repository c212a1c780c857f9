import { createCookie } from "@remix-run/node";
import { expect, test } from "vitest";
import { startSession } from "#app/domain/accounts/sessions/session.server.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import {
  newAskingFamily,
  newTask,
  phones,
  answerAs,
  readDelegation,
} from "../../support/messages/delegation.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { startMilaWithDatabase } from "../security/signed-in.ts";

test("delegate-task asks by SMS or the next best channel, and says which", async () => {
  await using twilio = await startFakeTwilio();
  await using smtp = await startFakeSmtp();
  // WhatsApp is the default preference and is not set up here.
  const settings = { ...twilio.settings, ...smtp.settings, TWILIO_WHATSAPP_FROM: "" };
  await using mila = await startMilaWithDatabase(settings);
  const nora = await newAskingFamily(mila.db);
  const session = await createCookie("mila_session").serialize(
    await startSession(mila.db, nora.userId),
  );
  const headers = { "content-type": "application/json", cookie: session.split(";")[0] ?? "" };
  const call = async (taskId: string, familyMemberId: string) => {
    const body = JSON.stringify({ taskId, familyMemberId });
    const { status, text } = await rawRequest(mila.url, "/api/delegate-task", {
      method: "POST",
      headers,
      body,
    });
    return { status, body: JSON.parse(text) as unknown };
  };
  // A repeated request gets the same answer: it has been sent.
  const isSent = async (taskId: string, whom: string, answer: object) => {
    const asked = {
      id: expect.any(String),
      task_id: taskId,
      delegated_to: whom,
      delegation_status: "pending",
    };
    const sent = { status: 200, body: { ...asked, status: "sent", ...answer } };
    await expect.poll(() => call(taskId, whom), { timeout: 20_000 }).toEqual(sent);
  };

  const byText = await newTask(mila.db, nora);
  await isSent(byText, nora.sam, { method: "sms", message: "SMS sent successfully" });
  expect(twilio.messages()).toMatchObject([
    { to: phones.sam, body: expect.stringContaining("Pick up Emma") },
  ]);
  expect((await readDelegation(mila.db, byText)).task).toMatchObject({
    delegated_to: nora.sam,
    delegation_status: "pending",
  });

  // A repeated request keeps the yes.
  const [request] = (await readDelegation(mila.db, byText)).requests;
  await answerAs(mila.db, request?.id ?? "", "accept");
  expect(await call(byText, nora.sam)).toMatchObject({
    status: 200,
    body: { id: request?.id, delegation_status: "accepted", method: "sms" },
  });
  expect(await readDelegation(mila.db, byText)).toMatchObject({
    task: { assignee: "Sam" },
    requests: [{ state: "accepted" }],
  });

  const alex = mila.db.updateTable("people").where("id", "=", nora.alex);
  await alex.set({ phone: null }).execute();
  const byMail = await newTask(mila.db, nora);
  await isSent(byMail, nora.alex, { method: "email", message: "Email sent successfully" });
  expect(smtp.mails()).toMatchObject([{ recipients: ["alex@example.com"] }]);

  await alex.set({ email: null }).execute();
  expect(await call(await newTask(mila.db, nora), nora.alex)).toMatchObject({
    status: 409,
    body: { error: { code: "conflict" } },
  });
});
