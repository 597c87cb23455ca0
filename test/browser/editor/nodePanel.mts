import type { Locator, Page } from 'playwright-core';

/** The open panel of a node: its parameters, and what came out of it. */
export class NodePanel {
	constructor(private readonly page: Page) {}

	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	get parameters(): Locator {
		return this.page.getByTestId('node-parameters');
	}

	/** The three columns and the title. */
	get whole(): Locator {
		return this.page.getByTestId('ndv');
	}

	/** Where the panel's "Docs" leads. */
	async docsAddress(): Promise<string | null> {
		return await this.whole.getByRole('link', { name: 'Docs' }).getAttribute('href');
	}

	/** What a person reads who points at a parameter's label. */
	async description(label: string): Promise<string> {
		const row = this.parameters.getByTestId('parameter-item').filter({ hasText: label }).first();
		await row.getByText(label, { exact: true }).hover();
		await row.getByTestId('input-label').locator('[class*="infoIcon"] svg').first().hover();
		const words = this.page.getByRole('tooltip').filter({ visible: true }).first();
		await words.waitFor();
		return await words.innerText();
	}

	/** Labels of parameters whose words have no room. */
	async cutOffLabels(): Promise<string[]> {
		return await this.parameters.getByTestId('input-label').evaluateAll((labels) =>
			labels.filter((label) => label.scrollWidth > label.clientWidth + 1).map((label) => label.textContent ?? ''),
		);
	}

	parameter(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`);
	}

	/** Chooses from a parameter that is a drop-down. */
	async choose(name: string, option: string): Promise<void> {
		await this.parameter(name).click();
		await this.page.getByRole('option', { name: option }).filter({ visible: true }).first().click();
	}

	/** Sets how a value is given: by code, or from a list. */
	async setMode(name: string, mode: 'code' | 'list'): Promise<void> {
		await this.locator(name).getByTestId('rlc-mode-selector').click();
		await this.page.getByTestId(`mode-${mode}`).filter({ visible: true }).click();
	}

	/** Opens a parameter's list and gives what it offers. */
	async offered(name: string): Promise<string[]> {
		await this.openList(name);
		await this.entries.first().waitFor();
		return await this.entries.allInnerTexts();
	}

	/** Picks an entry of a parameter's list, as a person does who types nothing. */
	async pick(name: string, entry: string): Promise<void> {
		await this.openList(name);
		await this.entries.filter({ hasText: entry }).first().click();
		await this.entries.first().waitFor({ state: 'hidden' });
	}

	/** What a list that offers nothing says. */
	async listWords(name: string): Promise<string> {
		await this.openList(name);
		const words = this.page.getByTestId('rlc-error-container').filter({ visible: true });
		await words.waitFor();
		return await words.innerText();
	}

	async execute(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	/** Executes the node and waits for its items; gives how many there are, in n8n's words. */
	async executed(): Promise<string> {
		await this.execute();
		await this.output.getByTestId('node-run-status-success').waitFor();
		return await this.output.getByTestId('ndv-items-count').innerText();
	}

	/** The error that the output shows, whole. */
	async error(): Promise<string> {
		const view = this.output.getByTestId('node-error-view').or(this.output.locator('.node-error-view')).first();
		await view.waitFor();
		return await view.innerText();
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.parameters.waitFor({ state: 'hidden' });
	}

	private get entries(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	private locator(name: string): Locator {
		return this.page.getByTestId(`resource-locator-${name}`);
	}

	private async openList(name: string): Promise<void> {
		if ((await this.entries.count()) > 0) return;
		await this.locator(name).getByTestId('rlc-input').click();
	}
}
