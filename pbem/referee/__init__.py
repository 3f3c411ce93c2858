"""What can be done to a game, without a word about mail or screens: one function for each thing.

Whoever calls has a game to look at or to change, and gives a clock where time matters. Refusals are `Refusal`s, whose
words are for the moderator.

    opening.create                  begin a game in a folder
    opening.first_settings          a game.yaml to complete
    opening.look                    a game, to look at
    opening.held                    a game, to change: one program at a time
    status.status                   where the game is, and whom it waits for
    views.check                     check a sheet without submitting it
    views.seen_log                  the log as a seat sees it, or everyone does
    submissions.accept              let an order of a seat count
    submissions.withdraw            let the sheets of a seat count no longer
    submissions.put_hold            keep what a seat asks: not to play early
    submissions.put_absence         keep what a seat asks: to be known as away
    play.play_on                    play until answers are missing
    play.apply_default              answer for a seat with the default
    play.rewind                     move the game back, or forward again
    letter.written                  the letter of a round to a seat, or the public report
    letter.form                     a sheet to edit
    play.seats                      the seats that the program plays
    moderator.hold                  hold a stage for a seat
    moderator.release               release that hold
    moderator.away                  note when a player is away
    moderator.back                  delete the absences of a seat
    rulings.rule                    rule on a matter within the game
    deadlines.account.account       when answers are due, and why
    deadlines.agenda.agenda         what will happen by itself
    deadlines.moving.extend         move deadlines to a later time
    deadlines.moving.set_to         set deadlines
    deadlines.moving.stop_clock     let nothing be due
    deadlines.moving.resume_clock   let the clock run again
    upgrade.trial                   try other versions of the program and the rules
    upgrade.upgrade                 continue with them
    upgrade.move                    continue with another edition
    records.chance.audit_game       repeat every draw

`pbem.mail` has what needs mail.
"""
