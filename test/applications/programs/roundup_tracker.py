"""Serves a Roundup tracker of the template `classic` with SQLite, and edits its issues through Roundup's own database layer."""

import sys
from contextlib import contextmanager
from pathlib import Path

from served import serve


def install(home, origin):
    from roundup.admin import AdminTool
    from roundup.instance import open as open_tracker
    from roundup.password import Password

    settings = f"tracker_web={origin}/,mail_domain=harbour.test,mail_host=localhost"
    arguments = sys.argv
    sys.argv = ["roundup-admin", "-i", home, "install", "classic", "sqlite", settings]
    try:
        if AdminTool().main() != 0:
            raise RuntimeError("roundup-admin install failed")
    finally:
        sys.argv = arguments
    # Changes would be sent as mail, and there is no mail server.
    Path(home, "detectors", "nosyreaction.py").unlink()
    tracker = open_tracker(home)
    tracker.init(Password("a-long-enough-passphrase", config=tracker.config))
    return tracker


def create(folder, origin):
    from roundup.cgi.wsgi_handler import RequestDispatcher
    from roundup.date import Date

    home = str(Path(folder, "tracker"))
    tracker = install(home, origin)

    @contextmanager
    def database():
        db = tracker.open("admin")
        try:
            yield db
            db.commit()
        finally:
            db.close()

    def create_message(db, message):
        return db.msg.create(content=message, author=db.getuid(), date=Date("."))

    def add_issue(title, message, priority="bug", status="unread"):
        with database() as db:
            return db.issue.create(
                title=title,
                messages=[create_message(db, message)],
                priority=db.priority.lookup(priority),
                status=db.status.lookup(status),
            )

    def add_message(issue, message):
        with database() as db:
            added = create_message(db, message)
            db.issue.set(issue, messages=[*db.issue.get(issue, "messages"), added])

    def set_title(issue, title):
        with database() as db:
            db.issue.set(issue, title=title)

    def set_status(issue, status):
        with database() as db:
            db.issue.set(issue, status=db.status.lookup(status))

    def set_priority(issue, priority):
        with database() as db:
            db.issue.set(issue, priority=db.priority.lookup(priority))

    def assign(issue, user):
        with database() as db:
            db.issue.set(issue, assignedto=db.user.lookup(user))

    def add_user(name):
        with database() as db:
            db.user.create(username=name, roles="User")

    commands = (add_issue, add_message, set_title, set_status, set_priority, assign, add_user)
    return RequestDispatcher(home), {command.__name__: command for command in commands}


serve(create)
