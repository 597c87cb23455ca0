import type { Locator, Page } from 'playwright-core';
import { TIME_LIMIT_MS } from '../../../tools/n8n/driver/time-limit.mts';

const POLL_MS = 200;

/** The dialog in which a person makes a credential. */
export class CredentialDialog {
	constructor(private readonly page: Page) {}

	/** From the panel of a node. */
	async openNew(): Promise<void> {
		await this.page.getByTestId('node-credentials-select').click();
		await this.page.getByTestId('node-credentials-select-item-new').filter({ visible: true }).click();
		await this.dialog.waitFor();
	}

	async type(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) {
			await this.dialog.getByTestId(`parameter-input-${name}`).locator('input').fill(value);
		}
	}

	/** Of the credential that the open panel uses; n8n tests it again. */
	async openChosen(): Promise<void> {
		await this.page.getByTestId('credential-edit-button').click();
		await this.dialog.waitFor();
	}

	/** Saves, which tests; the test must pass, and the dialog closes by itself. */
	async save(): Promise<void> {
		await this.saveButton.click();
		await this.dialog.waitFor({ state: 'hidden' });
	}

	/** Saves, which tests; the test must fail. @returns the reason that is shown */
	async saveAndReadReason(): Promise<string> {
		await this.saveButton.click();
		await this.dialog.getByText('More details', { exact: true }).click();
		return await this.dialog.getByTestId('node-credentials-config-container').innerText();
	}

	/** Saves, which tests, until the dialog shows these words, behind More details or not. */
	async saveUntilReason(words: string): Promise<void> {
		await this.saveButton.click();
		const reason = this.dialog.getByText(words).first();
		const more = this.dialog.getByText('More details', { exact: true });
		await reason.or(more).first().waitFor();
		for (
			const giveUpAt = Date.now() + TIME_LIMIT_MS;
			!(await reason.isVisible());
			await this.page.waitForTimeout(POLL_MS)
		) {
			if (Date.now() > giveUpAt) throw new Error(`The dialog does not say: ${words}`);
			if (await more.isVisible()) await more.click();
		}
	}

	async untilTested(): Promise<void> {
		await this.dialog.getByText('Connection tested successfully').waitFor();
	}

	async close(): Promise<void> {
		await this.dialog.getByRole('button', { name: 'Close' }).first().click();
		await this.dialog.waitFor({ state: 'hidden' });
	}

	private get saveButton(): Locator {
		return this.page.getByTestId('credential-save-button');
	}

	private get dialog(): Locator {
		return this.page.getByTestId('editCredential-modal');
	}
}
