import { Form } from "@remix-run/react";
import { maxDeviceName } from "#app/domain/preferences/push/input.ts";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";

interface Device {
  id: string;
  name: string;
  addedOn: string;
}

const page = "/preferences/notifications/push";

export function DeviceList({ devices }: { devices: Device[] }) {
  if (devices.length === 0) return null;
  return (
    <section className="settings-section" aria-labelledby="devices">
      <h2 id="devices" className="section-title">
        Your devices
      </h2>
      <ul className="rows">
        {devices.map((device) => (
          <DeviceRow key={device.id} {...device} />
        ))}
      </ul>
      <div className="button-row justify-start">
        <Form method="post" action="/preferences/notifications/test" preventScrollReset>
          <input type="hidden" name="from" value="notifications/push" />
          <button type="submit" name="channel" value="push" className="button-secondary">
            Send a test
          </button>
        </Form>
        <ConfirmedButton
          label="Turn off everywhere"
          question="No device shows my notifications until you turn them on again."
          action={`${page}/off`}
          confirmLabel="Turn off"
        />
      </div>
    </section>
  );
}

function DeviceRow({ id, name, addedOn }: Device) {
  return (
    <li className="row">
      <h3 className="row-name">{name}</h3>
      <p className="row-facts">
        <span>Since {addedOn}</span>
      </p>
      <div className="row-actions">
        <details className="confirmed">
          <summary className="row-button">
            Rename<span className="sr-only"> {name}</span>
          </summary>
          <Form
            method="post"
            action={`${page}/${id}/rename`}
            preventScrollReset
            className="confirmed-panel"
          >
            <label htmlFor={`name-${id}`}>Name</label>
            <input
              type="text"
              id={`name-${id}`}
              name="name"
              className="input"
              key={name}
              defaultValue={name}
              maxLength={maxDeviceName}
              autoComplete="off"
              required
            />
            <button type="submit" className="button-secondary">
              Save<span className="sr-only"> the name of {name}</span>
            </button>
          </Form>
        </details>
        <Form method="post" action={`${page}/${id}/remove`} preventScrollReset>
          <button type="submit" className="row-button">
            Remove<span className="sr-only"> {name}</span>
          </button>
        </Form>
      </div>
    </li>
  );
}
