import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";

/** The texts around a field's control. */
interface FieldText {
  label: string;
  /** Help below the control; an empty text reserves its element for help that depends on the input. */
  hint?: ReactNode;
  /** The error and what to do about it; linked to the control and announced. */
  error?: string | null | undefined;
}

interface ControlNames {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps extends FieldText {
  children: (control: ControlNames) => ReactNode;
}

/** A label, a control, a hint and an error, linked for screen readers. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hasHint = Boolean(hint) || hint === "";
  const describedBy = [hasHint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, "aria-describedby": describedBy || undefined, "aria-invalid": error ? true : undefined })}
      {hasHint && (
        // The page's first script may already have changed the text.
        <div className={styles.hint} id={`${id}-hint`} suppressHydrationWarning>
          {hint}
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

function FieldError({ id, error }: { id: string; error: string | null | undefined }) {
  if (!error) return null;
  return (
    <div className={styles.error} id={id} role="alert">
      {error}
    </div>
  );
}

type TextFieldProps = FieldText & Omit<ComponentProps<"input">, "id">;

/** A single-line field. */
export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(names) => <input type="text" {...input} {...names} className={classNames(styles.control, className)} />}
    </Field>
  );
}

interface PasswordFieldProps extends Omit<TextFieldProps, "type"> {
  /** Labels of the button that shows the typed text, and hides it again. */
  reveal: { shown: boolean; onToggle: () => void; show: string; hide: string };
}

/** A password field; the button inside shows the typed text. */
export function PasswordField({ label, hint, error, reveal, className, ...input }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(names) => (
        <div className={styles.reveal}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...names}
            type={reveal.shown ? "text" : "password"}
            className={classNames(styles.control, className)}
          />
          <button type="button" className={styles.toggle} aria-controls={names.id} onClick={reveal.onToggle}>
            {reveal.shown ? reveal.hide : reveal.show}
          </button>
        </div>
      )}
    </Field>
  );
}

type TextAreaProps = FieldText & Omit<ComponentProps<"textarea">, "id">;

/** A multi-line field. */
export function TextArea({ label, hint, error, className, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(names) => <textarea {...area} {...names} className={classNames(styles.control, styles.area, className)} />}
    </Field>
  );
}

type SelectFieldProps = FieldText & Omit<ComponentProps<"select">, "id">;

/** A choice from a list; its options are the children. */
export function SelectField({ label, hint, error, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(names) => <select {...select} {...names} className={styles.select} />}
    </Field>
  );
}

interface CheckboxProps extends Omit<ComponentProps<"input">, "id" | "type"> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
}

/** A checkbox; its label is part of the click target. */
export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={classNames(styles.check, className)}>
      <input
        {...input}
        id={id}
        type="checkbox"
        className={styles.box}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? true : undefined}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
