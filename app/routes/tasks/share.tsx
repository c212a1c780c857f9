import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { sharedFields, sharedText } from "#app/domain/tasks/offline/shared-input.ts";
import { readFields } from "#app/server/form.server.ts";
import { SharedForm } from "#app/ui/add-task/shared-form.tsx";
import { AccountPage } from "#app/ui/shell/account-page.tsx";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "What you shared · Mila" }];

/**
 * The installed app's share target, where no service worker takes what is shared. Any site may post
 * here, and the browser may send no cookies: it changes nothing and shows the words again.
 */
export async function action({ request }: ActionFunctionArgs) {
  return { text: sharedText(sharedFields(await readFields(request))) };
}

export default function Share() {
  const text = useActionData<typeof action>()?.text.trim();
  return (
    <AccountPage heading={text ? "You shared this" : "Nothing was shared"}>
      {text ? <SharedForm text={text} /> : <p>Please share it again, or paste it into Mila.</p>}
      <Link className="text-link self-center" to="/dashboard">
        Back to your dashboard
      </Link>
    </AccountPage>
  );
}
