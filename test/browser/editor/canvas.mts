import type { Locator, Page } from 'playwright-core';

/** The canvas of n8n's editor: workflows and their nodes. */
export class Canvas {
	constructor(
		private readonly page: Page,
		private readonly baseUrl: string,
	) {}

	async openNewWorkflow(): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/new`);
		await this.page.getByTestId('canvas-plus-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** From the list of workflows, as a person finds it. */
	async openWorkflowNamed(name: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/home/workflows`);
		await this.page.getByTestId('resources-list-item-workflow').getByText(name, { exact: true }).click();
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** The id of the open workflow. */
	workflow(): string {
		const [, id] = /\/workflow\/([^/?]+)/.exec(this.page.url()) ?? [];
		if (id === undefined) throw new Error(`No workflow is open at ${this.page.url()}.`);
		return id;
	}

	/** Opens one execution in the tab Executions of a workflow. */
	async openExecution(workflow: string, execution: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/${workflow}/executions/${execution}`);
	}

	/** Publishes the open workflow, and waits until n8n says so. */
	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		await this.page.getByRole('button', { name: 'Got it' }).click();
		await this.page.getByText('Published', { exact: true }).first().waitFor();
	}

	/** Opens the list of nodes: on an empty canvas for the first one, else for one behind the last. */
	async openNodeCreator(): Promise<void> {
		const first = this.page.getByTestId('canvas-plus-button');
		if (await first.isVisible()) {
			await first.click();
		} else {
			// A long row of nodes leaves the screen.
			await this.zoomToFit();
			await this.behindLast.click();
		}
		await this.searchBar.waitFor();
	}

	/** The names of nodes that a search finds, once `expected` is among them. */
	async search(words: string, expected: string): Promise<string[]> {
		await this.searchBar.fill(words);
		await this.found(expected).waitFor();
		const names = await this.page.getByTestId('node-creator-item-name').allInnerTexts();
		return names.map((name) => name.trim());
	}

	/**
	 * Searches a node and adds it; its panel is open then.
	 * @param action what it is to do, for a node whose page offers actions
	 */
	async addNode(words: string, name: string, action?: string): Promise<void> {
		await this.openNodeCreator();
		await this.addFound(words, name, action);
	}

	/**
	 * Adds a node behind the one that was added last, by the button in the corner, which needs no zoom; its panel is open
	 * then.
	 * @param action what it is to do, for a node whose page offers actions
	 */
	async addNext(words: string, name: string, action?: string): Promise<void> {
		await this.page.getByTestId('node-creator-plus-button').click();
		await this.searchBar.waitFor();
		await this.search(words, name);
		await this.found(name).click();
		if (action !== undefined) await this.found(action).click();
		await this.page.getByTestId('node-parameters').waitFor();
	}

	/** Adds a node behind one that has others behind it already; its panel is open then. */
	async addBranch(after: string, words: string, name: string, action: string): Promise<void> {
		await this.zoomToFit();
		await this.node(after).click();
		await this.page.getByTestId('node-creator-plus-button').click();
		await this.searchBar.waitFor();
		await this.addFound(words, name, action);
	}

	/** Adds one of n8n's own nodes, which has no page about itself. @param words what is searched, if anything */
	async addOwnNode(name: string, words?: string): Promise<void> {
		await this.openNodeCreator();
		if (words !== undefined) await this.search(words, name);
		await this.found(name).click();
		await this.behindLast.waitFor();
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.page.getByTestId('node-parameters').waitFor();
	}

	async execute(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
	}

	/** By the button beside a trigger, in a workflow that has several. */
	async executeFrom(trigger: string): Promise<void> {
		await this.node(trigger).hover();
		await this.page.getByTestId(`execute-workflow-button-${trigger}`).click();
	}

	/** Waits for the mark of success on each of these nodes. */
	async untilSucceeded(names: string[]): Promise<void> {
		for (const name of names) await this.node(name).getByTestId('canvas-node-status-success').waitFor();
	}

	async untilFailed(name: string): Promise<void> {
		await this.node(name)
			.locator('[data-test-id="node-issues"], [data-test-id="canvas-node-status-error"]')
			.first()
			.waitFor();
	}

	/** Waits until n8n's messages in the corner have gone. */
	async untilNoToast(): Promise<void> {
		const toasts = this.page.locator('.el-notification');
		while ((await toasts.count()) > 0) {
			// One that goes by itself meanwhile can't be clicked any more.
			await toasts
				.first()
				.locator('.el-notification__closeBtn')
				.click({ timeout: 1_000 })
				.catch(() => undefined);
		}
	}

	async zoomToFit(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
	}

	/** Lays the nodes out, as n8n does it. */
	async tidyUp(): Promise<void> {
		await this.page.getByTestId('tidy-up-button').click();
	}

	private async addFound(words: string, name: string, action?: string): Promise<void> {
		await this.search(words, name);
		await this.found(name).click();
		// A community node shows a page about itself first.
		if (action === undefined) await this.page.getByRole('button', { name: 'Add to workflow' }).click();
		else await this.found(action).click();
		await this.page.getByTestId('node-parameters').waitFor();
	}

	private get behindLast(): Locator {
		return this.page.getByTestId('canvas-handle-plus').last();
	}

	private get searchBar(): Locator {
		return this.page.getByTestId('node-creator-search-bar');
	}

	private found(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}
}
